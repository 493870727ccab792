package dev.yoil.ehcache.internal.inspect;

import java.util.List;

import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * A cache at one moment.
 *
 * @param policy its policy in {@code ehcache.xml}
 * @param size its entries, including expired ones that are not removed yet
 * @param bytes their approximate bytes on the heap; {@code null} if it counts entries
 * @param levels its off-heap and disk tiers, in the order in which loads ask them
 * @param statistics its statistics since the start
 * @param loadTimes the times of its latest loads; {@code null} before the first
 * @param lastFailedLoad its latest failed load; {@code null} if there was none
 * @param entries a page of its entries, in the order in which their keys entered
 * @param nextCursor the cursor of the next page; {@code null} for none
 * @param bypassed the start and the operator of its bypass; {@code null} for none
 */
public record CacheSnapshot(PolicySnapshot policy, long size, @Nullable Long bytes, List<LevelStatistics> levels,
		StatisticsSnapshot statistics, @Nullable LoadTimes loadTimes, @Nullable FailedLoad lastFailedLoad,
		List<EntrySnapshot> entries, @Nullable String nextCursor, @Nullable Bypass bypassed) {
}
