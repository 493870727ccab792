package dev.yoil.ehcache.internal.tier;

/**
 * The statistics of a local tier of one cache, since the start unless stated otherwise.
 *
 * @param level its level
 * @param entries the values it has, including outdated ones that are never found
 * @param bytes the bytes that they occupy
 * @param capacityBytes the bytes that it may occupy
 * @param hits loads that found a fresh value
 * @param misses loads that did not
 * @param puts values that were accepted
 * @param evictions values that were dropped because it was full
 * @param failures reads and writes that failed, and values that it had no time to write
 * @param available whether it stores values now
 * @param getMicros the mean time of a lookup, in microseconds; 0 before the first
 * @param putMicros the mean time of a put in the thread of the load, in microseconds; 0
 * before the first
 * @param openMillis the time to open it, with its earlier values, in milliseconds
 */
public record LevelStatistics(Level level, long entries, long bytes, long capacityBytes, long hits, long misses,
		long puts, long evictions, long failures, boolean available, double getMicros, double putMicros,
		long openMillis) {
}
