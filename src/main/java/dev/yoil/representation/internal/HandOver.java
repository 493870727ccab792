package dev.yoil.representation.internal;

import org.jspecify.annotations.Nullable;

/**
 * Lets a request that was begun on the poller's thread, and turns out to take longer, go
 * on on a worker's: as soon as the poller is done with its connection. Of one thread
 * alone.
 */
public final class HandOver {

	private static final ThreadLocal<@Nullable HandOver> CURRENT = new ThreadLocal<>();

	private @Nullable Runnable rest;

	HandOver() {
	}

	/**
	 * {@return the one of the calling thread; {@code null} if that is no poller and may
	 * take as long as it likes}
	 */
	public static @Nullable HandOver current() {
		return CURRENT.get();
	}

	/**
	 * Has a worker do the rest.
	 */
	public void toWorker(Runnable rest) {
		this.rest = rest;
	}

	/**
	 * Begins a request.
	 * @return what is left for a worker; {@code null} if all was done
	 */
	@Nullable Runnable during(Runnable request) {
		this.rest = null;
		CURRENT.set(this);
		try {
			request.run();
		}
		finally {
			CURRENT.remove();
		}
		return this.rest;
	}

}
