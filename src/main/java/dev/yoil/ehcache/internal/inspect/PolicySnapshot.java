package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.time.ZoneId;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ehcache.xml} says of a cache, in the words of that file.
 *
 * @param ttl time to live, such as {@code 200s}; {@code null} for no limit
 * @param tti time to idle, such as {@code 200s}; {@code null} for no limit
 * @param until the cron expression of the moment at which entries expire; {@code null}
 * for none
 * @param zone the time zone of {@code until}; {@code null} without it
 * @param refreshAfter the age from which a hit refreshes the value; {@code null} for
 * never
 * @param staleIfError how long a value may be served past its time if it cannot be
 * loaded; {@code null} for not at all
 * @param loadTimeout how long a caller waits for another's load; {@code null} for as long
 * as it takes
 * @param eviction which entry leaves a full cache
 * @param capacity how many entries the cache holds; {@code null} if it counts bytes
 * @param capacityBytes how many bytes of the heap it takes; {@code null} if it counts
 * entries
 */
public record PolicySnapshot(@Nullable String ttl, @Nullable String tti, @Nullable String until, @Nullable String zone,
		@Nullable String refreshAfter, @Nullable String staleIfError, @Nullable String loadTimeout, String eviction,
		@Nullable Long capacity, @Nullable Long capacityBytes) {

	static PolicySnapshot of(DeclaredCache cache) {
		CachePolicy policy = cache.policy();
		Until until = policy.until();
		ZoneId zone = (until != null) ? until.zone() : null;
		return new PolicySnapshot(text(policy.ttl()), text(policy.tti()), (until != null) ? until.cron() : null,
				(zone != null) ? zone.getId() : null, text(policy.refreshAfter()), text(policy.staleIfError()),
				text(policy.loadTimeout()), CachePolicy.EVICTION, cache.capacity(), cache.capacityBytes());
	}

	private static @Nullable String text(@Nullable Duration duration) {
		return (duration != null) ? CachePolicy.text(duration) : null;
	}

}
