package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * The keys of consecutive places. Even with a single key left, a segment takes less
 * memory than an entry.
 */
final class Segment {

	private static final int LENGTH = 32;

	private final long number;

	private final AtomicReferenceArray<@Nullable Object> keys = new AtomicReferenceArray<>(LENGTH);

	/** Number of places that have a key or are yet to get one. */
	private final AtomicInteger left = new AtomicInteger(LENGTH);

	Segment(long number) {
		this.number = number;
	}

	static long number(long sequence) {
		return (sequence - 1) / LENGTH;
	}

	private static int index(long sequence) {
		return (int) ((sequence - 1) % LENGTH);
	}

	long number() {
		return this.number;
	}

	@Nullable Object get(long sequence) {
		return this.keys.get(index(sequence));
	}

	void set(long sequence, Object key) {
		this.keys.set(index(sequence), key);
	}

	/**
	 * Empties a place.
	 * @return whether all keys of the segment have come and gone
	 */
	boolean remove(long sequence) {
		this.keys.set(index(sequence), null);
		return this.left.decrementAndGet() == 0;
	}

	long first() {
		return this.number * LENGTH + 1;
	}

	long last() {
		return (this.number + 1) * LENGTH;
	}

}
