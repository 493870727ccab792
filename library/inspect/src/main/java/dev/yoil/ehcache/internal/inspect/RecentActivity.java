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
 * @param failedLoads loads that failed, unless they found that the value is gone
 * @param staleServed stale values served because a load failed
 */
public record RecentActivity(long hits, long misses, @Nullable Double hitRatio, long failedLoads, long staleServed) {

	static RecentActivity of(List<HistorySnapshot.Sample> samples) {
		return of(sum(samples, HistorySnapshot.Sample::hits), sum(samples, HistorySnapshot.Sample::misses),
				sum(samples, HistorySnapshot.Sample::failedLoads), sum(samples, HistorySnapshot.Sample::staleServed));
	}

	static RecentActivity sum(List<RecentActivity> periods) {
		return of(sum(periods, RecentActivity::hits), sum(periods, RecentActivity::misses),
				sum(periods, RecentActivity::failedLoads), sum(periods, RecentActivity::staleServed));
	}

	private static RecentActivity of(long hits, long misses, long failedLoads, long staleServed) {
		Double ratio = (hits + misses > 0) ? (double) hits / (hits + misses) : null;
		return new RecentActivity(hits, misses, ratio, failedLoads, staleServed);
	}

	private static <T> long sum(List<T> periods, ToLongFunction<T> count) {
		return periods.stream().mapToLong(count).sum();
	}

}
