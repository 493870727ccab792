package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What became of evicted keys: how often they were missed while their values would still
 * have been good, and how much more room would have kept them. A ghost list, as in ARC
 * (Megiddo and Modha, FAST 2003), with the reuse distances of Mattson et al. (1970). It
 * remembers about twice as many keys as the cache holds, 65,536 at most, so both are
 * rather too low than too high.
 * <p>
 * Thread-safe without locks. A hit costs nothing, a miss the look at one place in a
 * table, and that only once something was evicted.
 */
public final class EvictedKeys {

	/** Four steps from each power of two to the next. */
	private static final int STEPS = 4;

	private static final int STEP_BITS = 2;

	private final GhostKeys keys = new GhostKeys();

	private final LongAdder misses = new LongAdder();

	/** How often how much more room would have been needed, by steps. */
	private final AtomicLongArray missing = new AtomicLongArray(STEPS * Integer.SIZE + STEPS);

	EvictedKeys() {
	}

	/**
	 * Remembers a key that was evicted.
	 * @param until when its value would have expired, in milliseconds since the epoch
	 * @param size how many entries the cache holds when it is full
	 */
	void add(Object key, long until, long size) {
		this.keys.add(key, until, size);
	}

	/**
	 * Counts a miss, if the key would be there had it not been evicted.
	 */
	void missed(Object key, long now) {
		long room = this.keys.take(key, now);
		if (room > 0) {
			this.misses.increment();
			this.missing.incrementAndGet(step(room));
		}
	}

	/**
	 * Forgets a key that is in the cache again, or whose removal a caller asked for.
	 */
	void forget(Object key) {
		this.keys.take(key, Long.MIN_VALUE);
	}

	void forgetAll() {
		this.keys.clear();
	}

	/**
	 * {@return how often a caller missed a key that was evicted and whose value would
	 * still have been good}
	 */
	public long misses() {
		return this.misses.sum();
	}

	/**
	 * Estimates how many more entries the cache would have to hold. The estimate is exact
	 * to a quarter for a cache that evicts the very least recently used entry; Ehcache
	 * picks among a few.
	 * @param share which share of those misses should have been hits, between 0 and 1
	 * @return a number of entries; 0 if there were no such misses
	 */
	public long missingCapacity(double share) {
		long[] counts = new long[this.missing.length()];
		long all = 0;
		for (int i = 0; i < counts.length; i++) {
			counts[i] = this.missing.get(i);
			all += counts[i];
		}
		long kept = 0;
		for (int i = 0; i < counts.length && all > 0; i++) {
			kept += counts[i];
			if (kept >= share * all) {
				return most(i);
			}
		}
		return 0;
	}

	private static int step(long room) {
		if (room < STEPS) {
			return (int) room;
		}
		int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(room);
		return power * STEPS + (int) (room >>> (power - STEP_BITS)) % STEPS;
	}

	/**
	 * Gives the largest number of a step.
	 */
	private static long most(int step) {
		if (step < STEPS) {
			return step;
		}
		return ((STEPS + step % STEPS + 1L) << (step / STEPS - STEP_BITS)) - 1;
	}

}
