package dev.yoil.ehcache.inspect;

import java.time.Instant;

import dev.yoil.ehcache.index.Removal;
import dev.yoil.ehcache.index.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The end of one entry.
 *
 * @param key its key as text
 * @param cause why it left
 * @param at when that was noticed; an expired entry is noticed when somebody asks for it
 * @param ageMillis how long its value had been stored, in milliseconds
 * @param hitCount how often its value was handed to a caller
 * @param version the version of its value
 * @param by who took it out by hand, the name of a user; {@code null} if nobody did
 */
public record DepartureSnapshot(String key, RemovalCause cause, Instant at, long ageMillis, long hitCount, long version,
		@Nullable String by) {

	static DepartureSnapshot of(Removal departure) {
		return new DepartureSnapshot(KeyText.of(departure.key()), departure.cause(),
				Instant.ofEpochMilli(departure.at()), departure.age(), departure.hits(), departure.version(),
				departure.by());
	}

}
