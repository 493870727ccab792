package dev.yoil.ehcache.spi;

/**
 * The statistics of one level below the heap of a cache. Counts begin at the start.
 *
 * @param level its name
 * @param entries the values in the level, including outdated ones that no load finds
 * @param bytes their size in bytes
 * @param capacityBytes the maximum size in bytes
 * @param hits loads that found a fresh value
 * @param misses loads that did not
 * @param puts values that the level accepted
 * @param evictions values that were dropped because the level was full
 * @param failures reads and writes that failed, and values that were not accepted
 * @param available whether the level stores values now
 * @param getMicros the mean time of a lookup, in microseconds; 0 before the first
 * @param putMicros the mean time of a put in the thread of the load, in microseconds; 0
 * before the first
 * @param openMillis the time to open the level, in milliseconds
 */
public record LevelStatistics(String level, long entries, long bytes, long capacityBytes, long hits, long misses,
		long puts, long evictions, long failures, boolean available, double getMicros, double putMicros,
		long openMillis) {
}
