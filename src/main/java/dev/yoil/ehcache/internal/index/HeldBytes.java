package dev.yoil.ehcache.internal.index;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that the entries of a cache take, measured when an entry is added and when
 * its value has grown. Thread-safe.
 */
final class HeldBytes {

	private volatile long capacity;

	private final ConcurrentHashMap<StoredEntry, Long> entries = new ConcurrentHashMap<>();

	private final AtomicLong held = new AtomicLong();

	HeldBytes(long capacity) {
		this.capacity = capacity;
	}

	void capacity(long capacity) {
		this.capacity = capacity;
	}

	void add(StoredEntry entry) {
		this.entries.put(entry, 0L);
		measure(entry);
	}

	/** Measures an entry, unless it was removed. */
	void measure(StoredEntry entry) {
		this.entries.computeIfPresent(entry, (same, before) -> {
			long bytes = HeapBytes.of(same.key(), same.value());
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
	 * {@return how many bytes an entry takes; 0 if it was removed}
	 */
	long of(Object entry) {
		return this.entries.getOrDefault(entry, 0L);
	}

	boolean isTooLarge(StoredEntry entry) {
		return of(entry) > this.capacity;
	}

}
