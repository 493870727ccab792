package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The removal of an entry.
 *
 * @param key its key as text
 * @param cause the cause of the removal
 * @param at the time of the removal; an expired entry is removed at the next lookup, or
 * within a minute
 * @param ageMillis the age of its value, in milliseconds
 * @param hitCount the hits of its value
 * @param version the version of its value
 * @param by the operator, the name of a user; {@code null} if there was none
 * @param region a region whose change ended the value; {@code null} if none did
 * @param load the load of the value, only in the history of an entry; {@code null} if it
 * was put, or loaded too long ago
 */
public record RemovalSnapshot(String key, RemovalCause cause, Instant at, long ageMillis, long hitCount, long version,
		@Nullable String by, @Nullable String region,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LoadSnapshot load) {

	static RemovalSnapshot of(Removal removal) {
		return of(removal, null);
	}

	static RemovalSnapshot of(Removal removal, @Nullable LoadSnapshot load) {
		return new RemovalSnapshot(KeyText.of(removal.key()), removal.cause(), Instant.ofEpochMilli(removal.at()),
				removal.age(), removal.hits(), removal.version(), removal.by(), removal.region(), load);
	}

}
