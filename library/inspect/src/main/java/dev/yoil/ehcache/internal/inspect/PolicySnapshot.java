package dev.yoil.ehcache.internal.inspect;

import java.time.ZoneId;
import java.util.Map;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a cache in {@code ehcache.xml}. Durations are written as there, such as
 * {@code 200s}; {@code null} stands for an absent attribute.
 *
 * @param ttl time to live
 * @param tti time to idle
 * @param until the cron expression of the expiry
 * @param zone the time zone of {@code until}
 * @param refreshAfter the age from which a hit starts a refresh
 * @param staleIfError how long a stale value is served if it cannot be loaded
 * @param loadTimeout how long a caller waits for a load of another caller
 * @param nullTtl time to live of a cached {@code null}
 * @param jitter by how much times to live are shorter at most, such as {@code 10%}
 * @param softTimeout how long a caller waits for a load if there is a stale value
 * @param edge how long a cache in front of the application may keep responses
 * @param eviction the eviction policy
 * @param capacity the capacity in entries; {@code null} if the cache counts bytes
 * @param capacityBytes the capacity in bytes; {@code null} if the cache counts entries
 */
public record PolicySnapshot(@Nullable String ttl, @Nullable String tti, @Nullable String until, @Nullable String zone,
		@Nullable String refreshAfter, @Nullable String staleIfError, @Nullable String loadTimeout,
		@Nullable String nullTtl, @Nullable String jitter, @Nullable String softTimeout, @Nullable String edge,
		String eviction, @Nullable Long capacity, @Nullable Long capacityBytes) {

	static PolicySnapshot of(DeclaredCache cache) {
		CachePolicy policy = cache.policy();
		Until until = policy.until();
		ZoneId zone = (until != null) ? until.zone() : null;
		Map<String, @Nullable String> written = policy.attributes();
		return new PolicySnapshot(written.get("ttl"), written.get("tti"), (until != null) ? until.cron() : null,
				(zone != null) ? zone.getId() : null, written.get("refresh-after"), written.get("stale-if-error"),
				written.get("load-timeout"), written.get("null-ttl"), written.get("jitter"),
				written.get("soft-timeout"), written.get("edge"), CachePolicy.EVICTION, cache.capacity(),
				cache.capacityBytes());
	}

}
