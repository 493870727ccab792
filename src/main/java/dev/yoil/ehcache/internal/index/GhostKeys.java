package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

import org.jspecify.annotations.Nullable;

/**
 * Remembers for a while that keys were here, without holding them: by their hash code, in
 * a table that does not grow. A key may be forgotten early, when another takes its place
 * in the table. A key with the hash code of a remembered one is taken for it: with hash
 * codes that scatter over 32 bits that happens to one of 65,000 keys at the most.
 * <p>
 * Thread-safe without locks. It takes no memory before the first key, and then 16 bytes
 * for each of the keys it can remember, a mebibyte at most.
 */
final class GhostKeys {

	private static final int LEAST = 64;

	private static final int MOST = 1 << 16;

	private volatile @Nullable Table table;

	/**
	 * Remembers a key.
	 * @param until when to forget it, in milliseconds since the epoch
	 * @param about how many keys are to be remembered, as far as that can be told
	 */
	void add(Object key, long until, long about) {
		Table present = this.table;
		if (present == null) {
			// Of two threads that come first at once, one may lose its first key.
			present = new Table(slots(about));
			this.table = present;
		}
		present.add(scattered(key), until);
	}

	/**
	 * Forgets a key.
	 * @param now milliseconds since the epoch
	 * @return how many keys were added since, itself included; 0 if it was not remembered
	 * any more
	 */
	long take(Object key, long now) {
		Table present = this.table;
		return (present != null) ? present.take(scattered(key), now) : 0;
	}

	void clear() {
		this.table = null;
	}

	/**
	 * Twice as many, so that few keys of as many as fit want the same place.
	 */
	private static int slots(long about) {
		return (about >= MOST / 2) ? MOST : Math.max(LEAST, Integer.highestOneBit((int) about * 2 - 1) * 2);
	}

	private static int scattered(Object key) {
		int hash = key.hashCode() * 0x9E3779B9;
		return hash ^ (hash >>> 16);
	}

	/**
	 * The hash of a key and its number in one cell, so that they are never torn apart,
	 * and beside it when to forget it.
	 */
	private static final class Table {

		private static final long HASH = 0xFFFF_FFFFL;

		private final AtomicInteger added = new AtomicInteger();

		private final AtomicLongArray cells;

		private final AtomicLongArray untils;

		Table(int slots) {
			this.cells = new AtomicLongArray(slots);
			this.untils = new AtomicLongArray(slots);
		}

		void add(int hash, long until) {
			int slot = hash & (this.cells.length() - 1);
			long number = this.added.incrementAndGet();
			// Empty meanwhile, so that nobody takes the former key for longer than it is
			// due.
			this.cells.set(slot, 0);
			this.untils.set(slot, until);
			this.cells.set(slot, (number << Integer.SIZE) | (hash & HASH));
		}

		long take(int hash, long now) {
			int slot = hash & (this.cells.length() - 1);
			long cell = this.cells.get(slot);
			if (cell == 0 || (int) cell != hash) {
				return 0;
			}
			boolean due = now < this.untils.get(slot);
			boolean taken = this.cells.compareAndSet(slot, cell, 0);
			return (due && taken) ? Integer.toUnsignedLong(this.added.get() - (int) (cell >>> Integer.SIZE)) + 1 : 0;
		}

	}

}
