package dev.yoil.ehcache.statistics;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The counts of a cache since it was created.
 *
 * @param hits lookups that found a fresh value
 * @param misses lookups that found no fresh value
 * @param puts stored values, including replacements
 * @param evictions entries that left because the cache was full
 * @param expirations entries that expired
 * @param explicitRemovals entries that a caller or an operator removed, including clears
 * and bypasses, or whose load found that the value is gone
 * @param loads loads, including refreshes
 * @param failedLoads loads that failed
 * @param goneLoads those of them that found that the value is gone
 * @param loadNanos the total time of successful loads, in nanoseconds
 * @param failedLoadNanos the total time of failed loads, in nanoseconds
 * @param sharedLoads callers that waited for the load of another caller
 * @param staleServed values served past their time because they could not be loaded; also
 * counted as misses
 * @param failedWrites writes of a transaction that failed after its commit
 * @param removalRequests keys that callers asked to remove
 * @param removalRequestsMatched those of them that had an entry
 * @param bypasses misses of a bypassed cache
 * @param tierHits values found in a tier behind the heap, each of which saved a load
 * @param tierMisses loads that did not find their value in a tier
 * @param tierRefusals keys and values that could not be encoded for a tier, or decoded
 * @param duplicateLoads loads of {@code @Cacheable} without {@code sync} of a value that
 * another load had already stored
 * @param voidedLoads loads whose value was not stored, because the key was written in
 * between or a refresh loaded it for itself
 */
@JsonIgnoreProperties({ "loadNanos", "failedLoadNanos" })
public record CacheStatistics(long hits, long misses, long puts, long evictions, long expirations,
		long explicitRemovals, long loads, long failedLoads, long goneLoads, long loadNanos, long failedLoadNanos,
		long sharedLoads, long staleServed, long failedWrites, long removalRequests, long removalRequestsMatched,
		long bypasses, long tierHits, long tierMisses, long tierRefusals, long duplicateLoads, long voidedLoads) {

	/**
	 * {@return the ratio of hits to lookups, from 0 to 1; 0 before the first lookup}
	 */
	@JsonProperty
	public double hitRatio() {
		long lookups = this.hits + this.misses;
		return (lookups > 0) ? (double) this.hits / lookups : 0;
	}

	/**
	 * {@return the mean time of a successful load in milliseconds; 0 before the first
	 * one}
	 */
	@JsonProperty
	public double meanLoadMillis() {
		long succeeded = this.loads - this.failedLoads;
		return (succeeded > 0) ? this.loadNanos / 1e6 / succeeded : 0;
	}

}
