package dev.yoil.ehcache.internal.inspect;

/**
 * Percentiles of the times of the latest 1,000 successful loads, in milliseconds. Each is
 * a measured time (nearest rank).
 *
 * @param p50Millis the time that half of the loads do not exceed
 * @param p95Millis the time that 95 % of the loads do not exceed
 * @param p99Millis the time that 99 % of the loads do not exceed
 */
public record LoadTimes(double p50Millis, double p95Millis, double p99Millis) {
}
