package dev.yoil.ehcache.internal.inspect;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.yoil.ehcache.statistics.CacheStatistics;

/**
 * The statistics of a cache since the start.
 *
 * @param counts the counts of the cache itself
 * @param missesAfterEviction misses of evicted keys whose values would still be fresh
 */
public record StatisticsSnapshot(@JsonUnwrapped CacheStatistics counts, long missesAfterEviction) {
}
