package dev.yoil.ehcache.internal.inspect;

import java.util.ArrayDeque;
import java.util.Deque;

import dev.yoil.ehcache.spi.LoadOrigin;
import org.jspecify.annotations.Nullable;

/**
 * The origins of the last 100 values that were loaded into one cache, about 20 KB.
 * Thread-safe.
 */
final class LoadLog {

	private static final int CAPACITY = 100;

	private final Deque<Logged> last = new ArrayDeque<>();

	/**
	 * Logs the origin of a value.
	 * @param createdAt when the value was stored
	 */
	void add(Object key, long version, long createdAt, LoadOrigin origin) {
		Logged logged = new Logged(key, version, createdAt, origin);
		synchronized (this.last) {
			if (this.last.size() == CAPACITY) {
				this.last.removeFirst();
			}
			this.last.addLast(logged);
		}
	}

	/**
	 * {@return the origin of a value; {@code null} if it was put, or loaded too long ago}
	 * @param createdAt when the value was stored
	 */
	@Nullable LoadOrigin of(Object key, long version, long createdAt) {
		synchronized (this.last) {
			for (Logged logged : this.last) {
				if (logged.version == version && logged.createdAt == createdAt && logged.key.equals(key)) {
					return logged.origin;
				}
			}
		}
		return null;
	}

	private record Logged(Object key, long version, long createdAt, LoadOrigin origin) {
	}

}
