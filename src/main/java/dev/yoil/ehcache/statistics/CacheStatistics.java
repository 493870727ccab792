package dev.yoil.ehcache.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What happened in a cache since it was created, as far as was known at one moment.
 *
 * @param hits how often a caller was handed a value from the cache
 * @param misses how often a caller asked and the cache had no value that was still good
 * @param puts how often a value was stored, replaced ones included
 * @param evictions entries that left because the cache was full
 * @param expirations entries that left because their time was over
 * @param explicitRemovals entries that a caller or an operator removed, one by one or all
 * at once, also by having the cache bypassed
 * @param loads how often a value was loaded, refreshes included
 * @param failedLoads how many of these loads failed
 * @param loadNanos how long those that gave a value ran together, in nanoseconds
 * @param failedLoadNanos how long those that failed ran together, in nanoseconds
 * @param sharedLoads how often a caller waited for a load that another one began
 * @param staleServed how often a caller was handed a value past its time because it could
 * not be loaded; counted among the misses
 * @param failedWrites how often a write that had waited for a transaction failed after
 * its commit
 * @param missesAfterEviction misses of keys that left because the cache was full and
 * whose values would still have been good
 * @param removalRequests keys that callers asked to have removed
 * @param removalRequestsMatched how many of them there was an entry under
 * @param bypasses misses of a cache that was bypassed
 * @param tierHits values that the shared tier had, each of which spared a load
 * @param tierMisses loads that looked there and did not find their value
 * @param tierRefusals keys and values that could not be turned into bytes for the second
 * tier, or back
 * @param duplicateLoads loads of {@code @Cacheable} without {@code sync} that gave what
 * another one had loaded by then
 * @param voidedLoads loads whose values were not stored, because their keys were written
 * meanwhile or a refresh loaded them for itself
 */
public record CacheStatistics(long hits, long misses, long puts, long evictions, long expirations,
		long explicitRemovals, long loads, long failedLoads, long loadNanos, long failedLoadNanos, long sharedLoads,
		long staleServed, long failedWrites, long missesAfterEviction, long removalRequests,
		long removalRequestsMatched, long bypasses, long tierHits, long tierMisses, long tierRefusals,
		long duplicateLoads, long voidedLoads) {

	/**
	 * Returns the share of hits among all that was asked for.
	 * @return between 0 and 1; 0 if nothing was asked for yet
	 */
	@JsonProperty
	public double hitRatio() {
		long asked = this.hits + this.misses;
		return (asked > 0) ? (double) this.hits / asked : 0;
	}

	/**
	 * Returns how long a load that gave a value took on average.
	 * @return milliseconds; 0 if there was none yet
	 */
	@JsonProperty
	public double meanLoadMillis() {
		long succeeded = this.loads - this.failedLoads;
		return (succeeded > 0) ? this.loadNanos / 1e6 / succeeded : 0;
	}

}
