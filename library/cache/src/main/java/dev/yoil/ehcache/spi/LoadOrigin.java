package dev.yoil.ehcache.spi;

import java.util.SortedMap;

import org.jspecify.annotations.Nullable;

/**
 * The origin of a loaded value.
 *
 * @param since when the load began; a moment of the cache's clock
 * @param nanos how long its source took; 0 if a tier had the value
 * @param level the level that had the value, or {@code SOURCE}
 * @param refresh whether the load was a refresh
 * @param traceId the trace in which it ran; {@code null} if none is known
 * @param versions the versions of its regions, as far as they have some
 */
public record LoadOrigin(long since, long nanos, String level, boolean refresh, @Nullable String traceId,
		SortedMap<String, Long> versions) {
}
