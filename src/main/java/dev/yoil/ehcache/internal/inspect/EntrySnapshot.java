package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yoil.ehcache.policy.ExpiryCause;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a cache at one moment. A search leaves the value and the history out, a
 * snapshot of a cache the history.
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
 * @param servableUntil until when the value may be served if it cannot be loaded;
 * {@code null} if it never may past its time
 * @param size the bytes of the value as it is sent if it is kept ready to be sent, else
 * the characters of its JSON
 * @param value the value as text, cut if it is long; {@code null} if left out
 * @param valueLength the number of characters of the whole text; {@code null} if left out
 * @param valueDetails what else there is to say of the value, by name, such as its size
 * in bytes; empty if nothing, {@code null} if left out
 * @param history what was removed before under an equal key, the latest first, as far as
 * the last removals of the cache tell; {@code null} if left out
 */
public record EntrySnapshot(String id, String key, long version, long hitCount, Instant createdAt,
		Instant lastAccessedAt, @Nullable Instant expiresAt, @Nullable ExpiryCause expiresBy, boolean expired,
		@Nullable Instant servableUntil, long size, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String value,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long valueLength,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, @Nullable Object> valueDetails,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<RemovalSnapshot> history) {

	/** How many characters are shown of the value of a single entry. */
	public static final int SHOWN = 1_000_000;

}
