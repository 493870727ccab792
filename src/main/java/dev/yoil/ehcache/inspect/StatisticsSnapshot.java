package dev.yoil.ehcache.inspect;

import dev.yoil.ehcache.index.CacheStatistics;

/**
 * What happened in a cache since the service started.
 *
 * @param hits how often a caller was handed a value from the cache
 * @param misses how often a caller asked and the cache had no value
 * @param hitRatio hits among all that was asked for, from 0 to 1; 0 before the first
 * @param puts how often a value was stored, replaced ones included
 * @param evictions entries that left because the cache was full
 * @param expirations entries that left because their time was over; an expired entry
 * counts when it is met
 * @param removals entries that a caller took out
 * @param loads how often a value was loaded, refreshes included
 * @param failedLoads how many of these loads failed
 * @param meanLoadMillis how long a load that gave a value took on average, in
 * milliseconds; 0 before the first
 * @param sharedLoads how often a caller waited for a load that another one began
 * @param staleServed how often a caller was handed a value past its time because it could
 * not be loaded
 * @param failedWrites how often a write failed after the commit it had waited for
 * @param evictedAskedAgain misses of entries that left because the cache was full and
 * would still have been good
 * @param evictionsAsked keys that callers asked to evict, one by one
 * @param evictionsMatched how many of them there was an entry under
 */
public record StatisticsSnapshot(long hits, long misses, double hitRatio, long puts, long evictions, long expirations,
		long removals, long loads, long failedLoads, double meanLoadMillis, long sharedLoads, long staleServed,
		long failedWrites, long evictedAskedAgain, long evictionsAsked, long evictionsMatched) {

	static StatisticsSnapshot of(CacheStatistics statistics) {
		return new StatisticsSnapshot(statistics.hits(), statistics.misses(), statistics.hitRatio(), statistics.puts(),
				statistics.evictions(), statistics.expirations(), statistics.explicitRemovals(), statistics.loads(),
				statistics.failedLoads(), toMicros(statistics.meanLoadMillis()), statistics.sharedLoads(),
				statistics.staleServed(), statistics.failedWrites(), statistics.missesAfterEviction(),
				statistics.removalRequests(), statistics.removalRequestsMatched());
	}

	private static double toMicros(double millis) {
		return Math.round(millis * 1_000) / 1_000.0;
	}

}
