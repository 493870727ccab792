package dev.yoil.ehcache.internal.index;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import dev.yoil.ehcache.policy.ValueLimits;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that the entries of a cache take, measured when an entry is added and when
 * its value has grown. Thread-safe.
 */
final class HeldBytes {

	private volatile long capacity;

	private final ConcurrentHashMap<StoredEntry, Long> entries = new ConcurrentHashMap<>();

	/** Entries beyond a limit of the cache, which are about to be evicted. */
	private final Set<StoredEntry> refused = ConcurrentHashMap.newKeySet();

	private final AtomicLong held = new AtomicLong();

	private final ValueLimits limits;

	private volatile @Nullable OversizedValue oversized;

	HeldBytes(long capacity, ValueLimits limits) {
		this.capacity = capacity;
		this.limits = limits;
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
			HeapBytes.Size size = HeapBytes.of(same.key(), same.value(),
					Objects.requireNonNullElse(this.limits.objects(), OversizedValue.COUNTED));
			if (size.mostly() != null || size.bytes() > mostBytes()) {
				exceeded(same, size);
			}
			this.held.addAndGet(size.bytes() - before);
			return size.bytes();
		});
	}

	private long mostBytes() {
		Long most = this.limits.bytes();
		return (most != null) ? Math.min(this.capacity, HeapBytes.PER_ENTRY + most) : this.capacity;
	}

	private synchronized void exceeded(StoredEntry entry, HeapBytes.Size size) {
		OversizedValue last = this.oversized;
		boolean cached = this.limits.objects() == null && size.bytes() <= mostBytes();
		if (!cached) {
			this.refused.add(entry);
		}
		this.oversized = new OversizedValue(entry.value().getClass().getTypeName(), size.mostly(), cached,
				(last != null) ? last.values() + 1 : 1);
	}

	/**
	 * {@return the last value that exceeded a limit; {@code null} for none}
	 */
	@Nullable OversizedValue oversized() {
		return this.oversized;
	}

	void remove(StoredEntry entry) {
		Long bytes = this.entries.remove(entry);
		this.refused.remove(entry);
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
		return this.refused.contains(entry) || of(entry) > this.capacity;
	}

}
