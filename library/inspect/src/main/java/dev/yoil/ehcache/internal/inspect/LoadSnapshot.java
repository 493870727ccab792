package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;
import java.util.SortedMap;

import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.spi.LoadOrigin;
import org.jspecify.annotations.Nullable;

/**
 * The load of a value.
 *
 * @param startedAt the time at which it began: older changes are in the value
 * @param millis how long its source took, in milliseconds; 0 if a tier had the value
 * @param level {@code SOURCE}, {@code OFF_HEAP}, {@code DISK} or {@code SHARED}
 * @param refresh whether the load was a refresh
 * @param traceId the trace in which it ran; {@code null} if none is known
 * @param versions the versions of its regions, as far as they have some
 */
public record LoadSnapshot(Instant startedAt, double millis, String level, boolean refresh, @Nullable String traceId,
		SortedMap<String, Long> versions) {

	static LoadSnapshot of(LoadOrigin origin, CacheListenerFactory.Time time) {
		return new LoadSnapshot(Instant.ofEpochMilli(time.toWall(origin.since())), origin.nanos() / 1e6, origin.level(),
				origin.refresh(), origin.traceId(), origin.versions());
	}

}
