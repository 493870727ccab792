package dev.yoil.ehcache.internal.inspect;

import java.util.List;

/**
 * What happened in a cache lately, step by step.
 *
 * @param stepSeconds how long a step is, in seconds
 * @param samples the steps, the oldest first
 */
public record HistorySnapshot(long stepSeconds, List<HistorySample> samples) {
}
