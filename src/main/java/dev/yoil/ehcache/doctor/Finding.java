package dev.yoil.ehcache.doctor;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a cache.
 *
 * @param cache the name of the cache
 * @param illness what it is
 * @param severity how bad that is
 * @param message what was seen and what it means, in plain words
 * @param remedy what to change
 * @param evidence the numbers that show it, by name, and texts where they say more
 * @param file the name of the file that declares the cache
 * @param line the line of the element to change there, from 1; of the cache if the change
 * is to be made elsewhere
 * @param attribute what to change in that line; {@code null} if the change is to be made
 * elsewhere
 */
public record Finding(String cache, Illness illness, Severity severity, String message, String remedy,
		Map<String, Object> evidence, String file, int line, @Nullable String attribute) {

	static Finding of(String cache, Illness illness, Diagnosis diagnosis, Evidence seen) {
		return new Finding(cache, illness, illness.severity(), diagnosis.message(), diagnosis.remedy(),
				diagnosis.evidence(), seen.place().file(), diagnosis.part().line(seen.place()), diagnosis.attribute());
	}

}
