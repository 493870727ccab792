package dev.yoil.ehcache.internal.inspect;

import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a cache on one instance.
 *
 * @param size its entries
 * @param bytes their bytes on the heap; {@code null} if it counts entries
 * @param capacity its capacity in entries; {@code null} if it counts bytes
 * @param capacityBytes its capacity in bytes; {@code null} if it counts entries
 * @param hits values served from it
 * @param misses lookups without a fresh value
 * @param loads loads of values
 * @param evictions entries evicted because it was full
 * @param failedLoads loads that failed in the last minute, unless they found that the
 * value is gone
 * @param staleServed stale values served in the last minute because a load failed
 * @param bypassed the start and the operator of its bypass; {@code null} for none
 * @param tierAvailable whether the shared tier responds; {@code null} without one
 */
public record CacheFigures(long size, @Nullable Long bytes, @Nullable Long capacity, @Nullable Long capacityBytes,
		long hits, long misses, long loads, long evictions, long failedLoads, long staleServed,
		@Nullable Bypass bypassed, @Nullable Boolean tierAvailable) {
}
