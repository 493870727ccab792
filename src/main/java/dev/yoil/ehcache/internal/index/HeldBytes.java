package dev.yoil.ehcache.internal.index;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that the entries of a cache take, each measured when it came, and when it is
 * said to have grown. Thread-safe.
 */
final class HeldBytes {

	private final long capacity;

	private final ConcurrentHashMap<StoredEntry, Long> entries = new ConcurrentHashMap<>();

	private final AtomicLong held = new AtomicLong();

	HeldBytes(long capacity) {
		this.capacity = capacity;
	}

	void add(Object key, StoredEntry entry) {
		long bytes = HeapBytes.of(key, entry.value());
		Long before = this.entries.put(entry, bytes);
		this.held.addAndGet(bytes - ((before != null) ? before : 0));
	}

	/**
	 * Measures an entry again, unless it is gone.
	 */
	void grown(Object key, StoredEntry entry) {
		this.entries.computeIfPresent(entry, (same, before) -> {
			long bytes = HeapBytes.of(key, same.value());
			this.held.addAndGet(bytes - before);
			return bytes;
		});
	}

	void remove(StoredEntry entry) {
		Long bytes = this.entries.remove(entry);
		if (bytes != null) {
			this.held.addAndGet(-bytes);
		}
	}

	long held() {
		return this.held.get();
	}

	boolean isTooMany() {
		return this.held.get() > this.capacity;
	}

	/**
	 * {@return how many of them one entry takes; 0 if it is gone}
	 */
	long of(Object entry) {
		return this.entries.getOrDefault(entry, 0L);
	}

	/**
	 * Tells whether an entry takes more than there is, all by itself.
	 */
	boolean isTooLarge(StoredEntry entry) {
		return of(entry) > this.capacity;
	}

}
