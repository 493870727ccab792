package dev.yoil.ehcache.internal.inspect;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

import dev.yoil.ehcache.internal.index.HashedKey;
import org.jspecify.annotations.Nullable;

/**
 * Keys that left a cache, remembered for a while without holding them. A ghost list, as
 * in ARC (Megiddo and Modha, FAST 2003).
 * <p>
 * Keys are remembered by hash code in a table that does not grow. A key is forgotten
 * early if another takes its place in the table, and a key with the same hash code is
 * mistaken for it. With hash codes that spread over 32 bits, that happens to one of
 * 65,000 keys at most.
 * <p>
 * Thread-safe without locks. It takes 16 bytes for each key that it can remember once
 * there was a first one: 1 MB at most.
 */
final class GhostKeys {

	private static final int LEAST = 64;

	private static final int MOST = 1 << 16;

	/** Returned for a key that is not remembered. */
	private static final long UNKNOWN = Long.MIN_VALUE;

	private final LongSupplier now;

	private volatile @Nullable Table table;

	/**
	 * Creates an empty list.
	 * @param now returns the present time in milliseconds since the epoch
	 */
	GhostKeys(LongSupplier now) {
		this.now = now;
	}

	/**
	 * Remembers a key.
	 * @param until when to forget it, in milliseconds since the epoch
	 * @param about about how many keys to remember
	 */
	void add(Object key, long until, long about) {
		Table present = this.table;
		if (present == null) {
			// If two threads come first at once, one may lose its first key.
			present = new Table(slots(about));
			this.table = present;
		}
		present.add(scattered(key), until);
	}

	/**
	 * Forgets a key that is missed.
	 * @return whether it was remembered and its end is yet to come
	 */
	boolean missed(Object key) {
		long until = take(key);
		return until != UNKNOWN && this.now.getAsLong() < until;
	}

	void forget(Object key) {
		long unused = take(key);
	}

	void forgetAll() {
		this.table = null;
	}

	private long take(Object key) {
		Table present = this.table;
		return (present != null) ? present.take(scattered(key)) : UNKNOWN;
	}

	/** Twice as many, so that few keys of as many as fit share a place. */
	private static int slots(long about) {
		return (about >= MOST / 2) ? MOST : Math.max(LEAST, Integer.highestOneBit((int) about * 2 - 1) * 2);
	}

	private static int scattered(Object key) {
		int hash = HashedKey.mixed(key.hashCode());
		return hash ^ (hash >>> 16);
	}

	/**
	 * The hash of a key with a bit that marks it as present, and beside it when to forget
	 * the key.
	 */
	private static final class Table {

		private static final long PRESENT = 1L << Integer.SIZE;

		private final AtomicLongArray cells;

		private final AtomicLongArray untils;

		Table(int slots) {
			this.cells = new AtomicLongArray(slots);
			this.untils = new AtomicLongArray(slots);
		}

		void add(int hash, long until) {
			int slot = hash & (this.cells.length() - 1);
			// Empty in between, so that the former key never has the end of this one.
			this.cells.set(slot, 0);
			this.untils.set(slot, until);
			this.cells.set(slot, PRESENT | Integer.toUnsignedLong(hash));
		}

		long take(int hash) {
			int slot = hash & (this.cells.length() - 1);
			long cell = this.cells.get(slot);
			if (cell != (PRESENT | Integer.toUnsignedLong(hash))) {
				return UNKNOWN;
			}
			long until = this.untils.get(slot);
			return this.cells.compareAndSet(slot, cell, 0) ? until : UNKNOWN;
		}

	}

}
