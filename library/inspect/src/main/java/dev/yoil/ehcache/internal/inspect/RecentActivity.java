package dev.yoil.ehcache.internal.inspect;

import java.util.List;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

/**
 * The activity of a cache in a recent period.
 *
 * @param hits values served from the cache
 * @param misses lookups without a value
 * @param hitRatio the ratio of hits to lookups, from 0 to 1; {@code null} without lookups
 * @param failedLoads loads that failed
 * @param staleServed stale values served because a load failed
 */
public record RecentActivity(long hits, long misses, @Nullable Double hitRatio, long failedLoads, long staleServed) {

	static RecentActivity of(List<HistorySnapshot.Sample> samples) {
		long hits = sum(samples, HistorySnapshot.Sample::hits);
		long misses = sum(samples, HistorySnapshot.Sample::misses);
		return new RecentActivity(hits, misses, (hits + misses > 0) ? (double) hits / (hits + misses) : null,
				sum(samples, HistorySnapshot.Sample::failedLoads), sum(samples, HistorySnapshot.Sample::staleServed));
	}

	private static long sum(List<HistorySnapshot.Sample> samples, ToLongFunction<HistorySnapshot.Sample> count) {
		return samples.stream().mapToLong(count).sum();
	}

}
