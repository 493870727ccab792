package dev.yoil.ehcache.internal.inspect;

import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one cache of one instance.
 *
 * @param size how many entries it holds
 * @param bytes how many bytes of the heap they take; {@code null} if it counts entries
 * @param capacity how many entries it can hold; {@code null} if it counts bytes
 * @param capacityBytes how many bytes of the heap it can take; {@code null} if it counts
 * entries
 * @param hits how often a caller was handed a value from it
 * @param misses how often a caller asked and it had no value that was still good
 * @param loads how often a value was loaded
 * @param evictions entries that left because it was full
 * @param bypassed since when it has been bypassed, and by whom; {@code null} if it is in
 * use
 * @param tierAvailable whether the shared tier works for this instance; {@code null} if
 * the cache shares nothing
 */
public record CacheFigures(long size, @Nullable Long bytes, @Nullable Long capacity, @Nullable Long capacityBytes,
		long hits, long misses, long loads, long evictions, @Nullable Bypass bypassed,
		@Nullable Boolean tierAvailable) {
}
