package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * The origins of the last 1,000 values that were loaded into one cache, about 200 KB.
 * Thread-safe without locks.
 */
public final class LoadLog {

	private static final int CAPACITY = 1_000;

	private final AtomicReferenceArray<@Nullable Logged> places = new AtomicReferenceArray<>(CAPACITY);

	private final AtomicLong added = new AtomicLong();

	/** Logs the origin of an entry, unless the entry was never stored. */
	public void add(StoredEntry entry, LoadOrigin origin) {
		if (entry.version() > 0) {
			this.places.set((int) (this.added.getAndIncrement() % CAPACITY),
					new Logged(entry.key(), entry.version(), entry.createdAt(), origin));
		}
	}

	/**
	 * {@return the origin of a value; {@code null} if it was put, or loaded too long ago}
	 * @param createdAt when the value was stored
	 */
	public @Nullable LoadOrigin of(Object key, long version, long createdAt) {
		return IntStream.range(0, CAPACITY)
			.mapToObj(this.places::get)
			.filter((logged) -> logged != null && logged.version == version && logged.createdAt == createdAt
					&& logged.key.equals(key))
			.map((logged) -> logged.origin)
			.findFirst()
			.orElse(null);
	}

	private record Logged(Object key, long version, long createdAt, LoadOrigin origin) {
	}

}
