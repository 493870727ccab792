package dev.yoil.ehcache.internal.inspect;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * One cache at one moment.
 *
 * @param policy what {@code ehcache.xml} says of it
 * @param size how many entries it holds, including expired ones that nobody has asked for
 * since
 * @param bytes how many bytes of the heap they take, about; {@code null} if the cache
 * counts entries
 * @param statistics what happened in it since the service started
 * @param entries some of its entries, in the order in which their keys entered the cache
 * @param nextCursor where the following entries begin; {@code null} if there are none
 * @param bypassed since when the cache has been bypassed, and by whom; {@code null} if it
 * is in use
 */
public record CacheSnapshot(PolicySnapshot policy, long size, @Nullable Long bytes, @JsonIgnoreProperties( {
		"loadNanos", "failedLoadNanos" }) CacheStatistics statistics, List<EntrySnapshot> entries,
		@Nullable String nextCursor, @Nullable Bypass bypassed){
}
