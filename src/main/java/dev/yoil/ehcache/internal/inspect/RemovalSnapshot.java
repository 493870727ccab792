package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The removal of one entry.
 *
 * @param key its key as text
 * @param cause why it left
 * @param at when that was noticed; that an entry has expired is noticed when somebody
 * asks for it
 * @param ageMillis how long its value had been stored, in milliseconds
 * @param hitCount how often its value was handed to a caller
 * @param version the version of its value
 * @param by the operator who removed it, the name of a user; {@code null} if none did
 */
public record RemovalSnapshot(String key, RemovalCause cause, Instant at, long ageMillis, long hitCount, long version,
		@Nullable String by) {

	static RemovalSnapshot of(Removal removal) {
		return new RemovalSnapshot(KeyText.of(removal.key()), removal.cause(), Instant.ofEpochMilli(removal.at()),
				removal.age(), removal.hits(), removal.version(), removal.by());
	}

}
