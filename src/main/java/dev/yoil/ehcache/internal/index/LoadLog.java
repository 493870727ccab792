package dev.yoil.ehcache.internal.index;

import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * The origins of the last 100 values that were loaded into one cache, about 20 KB.
 * Thread-safe.
 */
public final class LoadLog {

	private static final int CAPACITY = 100;

	private final Deque<Logged> last = new ArrayDeque<>();

	/** Logs the origin of an entry, unless the entry was never stored. */
	public void add(StoredEntry entry, LoadOrigin origin) {
		if (entry.version() == 0) {
			return;
		}
		Logged logged = new Logged(entry.key(), entry.version(), entry.createdAt(), origin);
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
	public @Nullable LoadOrigin of(Object key, long version, long createdAt) {
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
