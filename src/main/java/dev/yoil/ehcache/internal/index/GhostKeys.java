package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

import org.jspecify.annotations.Nullable;

/**
 * Keys that left a cache, remembered for a while without holding them, and how much more
 * room would have kept those that were missed. A ghost list, as in ARC (Megiddo and
 * Modha, FAST 2003), with the reuse distances of Mattson et al. (1970).
 * <p>
 * Keys are remembered by hash code in a table that does not grow. A key is forgotten
 * early if another takes its place in the table, and a key with the same hash code is
 * mistaken for it. With hash codes that spread over 32 bits, that happens to one of
 * 65,000 keys at most.
 * <p>
 * Thread-safe without locks. It takes 1 KB, and 16 bytes for each key that it can
 * remember once there was a first one: 1 MB at most.
 */
final class GhostKeys {

	private static final int LEAST = 64;

	private static final int MOST = 1 << 16;

	/** Steps of distances from each power of two to the next. */
	private static final int STEPS = 4;

	private final AtomicLongArray distances = new AtomicLongArray(STEPS * Integer.SIZE + 1);

	private volatile @Nullable Table table;

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
	 * @return whether it was remembered and {@code now} is before its end
	 */
	boolean missed(Object key, long now) {
		long distance = take(key, now);
		if (distance > 0) {
			this.distances.incrementAndGet((int) Math.ceil(STEPS * Math.log((double) distance) / Math.log(2)));
		}
		return distance > 0;
	}

	void forget(Object key) {
		take(key, Long.MIN_VALUE);
	}

	void forgetAll() {
		this.table = null;
	}

	/**
	 * {@return how many keys were added since, the key included; 0 if it was not
	 * remembered}
	 */
	private long take(Object key, long now) {
		Table present = this.table;
		return (present != null) ? present.take(scattered(key), now) : 0;
	}

	/**
	 * Estimates how many more entries would have been needed to keep the keys that were
	 * missed. The estimate is exact to a quarter for a cache that evicts the least
	 * recently used entry; Ehcache picks among a few.
	 * @param share the share of those misses to turn into hits, between 0 and 1
	 * @return a number of entries; 0 if there were no such misses
	 */
	long missingCapacity(double share) {
		long[] counts = new long[this.distances.length()];
		long all = 0;
		for (int step = 0; step < counts.length; step++) {
			counts[step] = this.distances.get(step);
			all += counts[step];
		}
		long kept = 0;
		for (int step = 0; step < counts.length && all > 0; step++) {
			kept += counts[step];
			if (kept >= share * all) {
				return (long) Math.pow(2, (double) step / STEPS);
			}
		}
		return 0;
	}

	/** Twice as many, so that few keys of as many as fit share a place. */
	private static int slots(long about) {
		return (about >= MOST / 2) ? MOST : Math.max(LEAST, Integer.highestOneBit((int) about * 2 - 1) * 2);
	}

	private static int scattered(Object key) {
		int hash = key.hashCode() * 0x9E3779B9;
		return hash ^ (hash >>> 16);
	}

	/**
	 * The hash of a key and its number in one cell, so that they cannot be torn apart,
	 * and beside it when to forget the key.
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
			// Empty in between, so that the former key never has the end of this one.
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
