package dev.yoil.ehcache.inspect;

import java.time.Instant;
import java.util.Map;

import dev.yoil.ehcache.policy.ExpiryCause;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a cache at one moment.
 *
 * @param id what the entry is found by: a number as text, unique in the cache and the
 * same for every value of the key until it leaves
 * @param key the key as text
 * @param version 1 for the first value under the key, one more for each that replaced it
 * @param hitCount how often this value was handed to a caller
 * @param createdAt when this value was stored
 * @param lastAccessedAt when it was last asked for, or stored
 * @param expiresAt when it expires if nobody asks for it again; {@code null} for never
 * @param expiresBy what makes it expire then; {@code null} for nothing
 * @param expired whether that moment is over, so that the next caller will not get it
 * @param servableUntil up to when the value may be served if it cannot be loaded anew;
 * {@code null} if it never may past its time
 * @param size the bytes of the value as it is sent if it is kept ready to be sent, else
 * the characters of its JSON
 * @param value the value as text, cut if it is long
 * @param valueLength the number of characters of the whole text
 * @param valueDetails what else there is to say of the value, by name, such as its size
 * in bytes; empty if nothing
 */
public record EntrySnapshot(String id, String key, long version, long hitCount, Instant createdAt,
		Instant lastAccessedAt, @Nullable Instant expiresAt, @Nullable ExpiryCause expiresBy, boolean expired,
		@Nullable Instant servableUntil, long size, String value, long valueLength,
		Map<String, @Nullable Object> valueDetails) {
}
