package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;
import java.util.List;

import dev.yoil.ehcache.statistics.CacheStatistics;

/**
 * The recent history of a cache.
 *
 * @param stepSeconds the length of a step, in seconds
 * @param samples one sample per step, the oldest first
 */
public record HistorySnapshot(long stepSeconds, List<Sample> samples) {

	/**
	 * The activity of a cache within one step.
	 *
	 * @param at the end of the step
	 * @param size the entries at the end of the step
	 * @param hits values served from the cache
	 * @param misses lookups without a value
	 * @param loads loads, including refreshes
	 * @param failedLoads loads that failed, unless they found that the value is gone
	 * @param sharedLoads callers that waited for a load of another caller
	 * @param staleServed stale values served because a load failed
	 * @param evictions entries evicted because the cache was full
	 * @param expirations entries that expired
	 * @param explicitRemovals entries that a caller or an operator removed
	 */
	public record Sample(Instant at, long size, long hits, long misses, long loads, long failedLoads, long sharedLoads,
			long staleServed, long evictions, long expirations, long explicitRemovals) {

		static Sample between(CacheStatistics before, CacheStatistics after, long size, Instant at) {
			return new Sample(at, size, increase(before.hits(), after.hits()),
					increase(before.misses(), after.misses()), increase(before.loads(), after.loads()),
					increase(before.failedLoads() - before.goneLoads(), after.failedLoads() - after.goneLoads()),
					increase(before.sharedLoads(), after.sharedLoads()),
					increase(before.staleServed(), after.staleServed()),
					increase(before.evictions(), after.evictions()),
					increase(before.expirations(), after.expirations()),
					increase(before.explicitRemovals(), after.explicitRemovals()));
		}

		/**
		 * Returns 0 for a decrease, because the counters are not read at the same
		 * instant.
		 */
		private static long increase(long before, long after) {
			return Math.max(0, after - before);
		}

	}

}
