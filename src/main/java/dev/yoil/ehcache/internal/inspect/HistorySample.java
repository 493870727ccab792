package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;

import dev.yoil.ehcache.statistics.CacheStatistics;

/**
 * What happened in a cache within one step of time.
 *
 * @param at the end of the step
 * @param size how many entries the cache held then
 * @param hits how often a caller was handed a value from the cache
 * @param misses how often a caller asked and the cache had no value
 * @param loads how often a value was loaded, refreshes included
 * @param sharedLoads how often a caller waited for a load that another one began
 * @param staleServed how often a caller was handed a value past its time because it could
 * not be loaded
 * @param evictions entries that left because the cache was full
 * @param expirations entries that left because their time was over
 * @param explicitRemovals entries that a caller or an operator removed
 */
public record HistorySample(Instant at, long size, long hits, long misses, long loads, long sharedLoads,
		long staleServed, long evictions, long expirations, long explicitRemovals) {

	static HistorySample between(CacheStatistics before, CacheStatistics after, long size, Instant at) {
		return new HistorySample(at, size, risen(before.hits(), after.hits()), risen(before.misses(), after.misses()),
				risen(before.loads(), after.loads()), risen(before.sharedLoads(), after.sharedLoads()),
				risen(before.staleServed(), after.staleServed()), risen(before.evictions(), after.evictions()),
				risen(before.expirations(), after.expirations()),
				risen(before.explicitRemovals(), after.explicitRemovals()));
	}

	/**
	 * Counts are read one after the other, some of them from two others.
	 */
	private static long risen(long before, long after) {
		return Math.max(0, after - before);
	}

}
