package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yoil.ehcache.policy.ExpiryCause;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a cache at one moment. A search leaves out the value and the history, a
 * snapshot of a cache the history: they are {@code null} then.
 *
 * @param id a number as text, unique in the cache and the same for all values of the key
 * until it leaves
 * @param key the key as text
 * @param version 1 for the first value of the key, plus 1 for each replacement
 * @param hitCount the hits of this value
 * @param createdAt the time at which this value was stored
 * @param lastAccessedAt the time of the last access or store
 * @param expiresAt the time of the expiry without a hit; {@code null} for never
 * @param expiresBy the cause of that expiry; {@code null} for none
 * @param expired whether the entry has expired
 * @param servableUntil the end of {@code stale-if-error}; {@code null} without it
 * @param size the bytes of a value that is ready to be sent, else the characters of its
 * JSON
 * @param value the value as text, cut if it is long
 * @param valueLength the number of characters of the whole text
 * @param valueDetails more about the value, by name, such as its size in bytes
 * @param levels the off-heap and disk tiers that have the value, too; absent if the cache
 * has none
 * @param load the load of the value; {@code null} if it was put, or loaded too long ago
 * @param history earlier removals of the key, the latest first, as far as the cache keeps
 * them
 */
public record EntrySnapshot(String id, String key, long version, long hitCount, Instant createdAt,
		Instant lastAccessedAt, @Nullable Instant expiresAt, @Nullable ExpiryCause expiresBy, boolean expired,
		@Nullable Instant servableUntil, long size, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String value,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long valueLength,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, @Nullable Object> valueDetails,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> levels,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LoadSnapshot load,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<RemovalSnapshot> history) {

	/** Maximum length of the value of a single entry, in characters. */
	public static final int SHOWN = 1_000_000;

}
