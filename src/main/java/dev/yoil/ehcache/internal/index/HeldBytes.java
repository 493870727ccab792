package dev.yoil.ehcache.internal.index;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that the entries of a cache take, each measured when it came. Thread-safe.
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
	 * Tells whether an entry takes more than there is, all by itself.
	 */
	boolean isTooLarge(StoredEntry entry) {
		return this.entries.getOrDefault(entry, 0L) > this.capacity;
	}

}
