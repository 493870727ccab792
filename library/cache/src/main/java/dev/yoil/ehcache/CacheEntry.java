package dev.yoil.ehcache;

import java.time.Instant;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ExpiryCause;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * A copy of an entry at one moment. Changes of the cache do not change it. It holds the
 * cached key and value themselves, so do not modify them.
 *
 * @param id a number from 1, unique in the cache. Keys that entered later have a greater
 * one. Another value of the key keeps it until the key leaves
 * @param key the key
 * @param value the value; {@code null} is a value, too
 * @param version 1 for the first value of the key since it entered, plus 1 for each
 * replacement
 * @param hits how often callers got this value
 * @param createdAt when the value was stored, or before that loaded by another instance
 * @param lastAccessedAt when the value was last accessed, or else stored
 * @param expiresAt when the entry expires without another access; {@code null} for never
 * @param expiresBy the cause of that expiry; {@code null} for none
 * @param expired whether the entry has expired, and was not removed yet
 * @param servableUntil until when the value may be served if its load fails; {@code null}
 * without {@code stale-if-error}
 */
public record CacheEntry(long id, Object key, @Nullable Object value, long version, long hits, Instant createdAt,
		Instant lastAccessedAt, @Nullable Instant expiresAt, @Nullable ExpiryCause expiresBy, boolean expired,
		@Nullable Instant servableUntil) {

	static CacheEntry of(StoredEntry entry, EntryIndex index) {
		ElapsedTime time = index.time();
		CachePolicy policy = index.policy();
		Expiry expiry = entry.expiry(policy, time);
		return new CacheEntry(entry.sequence(), entry.key(), value(entry), entry.version(), entry.hits(),
				wall(entry.createdAt(), time), wall(entry.lastAccessedAt(), time),
				(expiry.by() != null) ? wall(expiry.at(), time) : null, expiry.by(), expiry.passed(time.now()),
				(policy.staleIfError() != null) ? wall(policy.keptUntil(expiry, entry.end(time)), time) : null);
	}

	private static @Nullable Object value(StoredEntry entry) {
		return (entry.value() != NullValue.INSTANCE) ? entry.value() : null;
	}

	private static Instant wall(long moment, ElapsedTime time) {
		return Instant.ofEpochMilli(time.toWall(moment));
	}

}
