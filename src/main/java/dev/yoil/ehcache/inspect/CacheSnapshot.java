package dev.yoil.ehcache.inspect;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One cache at one moment.
 *
 * @param policy what {@code ehcache.xml} says of it
 * @param size how many entries it holds, expired ones that nobody met yet included
 * @param statistics what happened in it so far
 * @param entries some of its entries, in the order in which their keys entered the cache
 * @param nextCursor where the following entries begin; {@code null} if there are none
 * @param asleep since when it is asleep; {@code null} if it is awake
 */
public record CacheSnapshot(PolicySnapshot policy, long size, StatisticsSnapshot statistics,
		List<EntrySnapshot> entries, @Nullable String nextCursor, @Nullable AsleepSnapshot asleep) {
}
