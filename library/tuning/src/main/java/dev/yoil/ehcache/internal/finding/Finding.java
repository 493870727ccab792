package dev.yoil.ehcache.internal.finding;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A problem of a cache. Immutable.
 *
 * @param cache the name of the cache
 * @param rule the broken rule
 * @param severity the severity
 * @param message the symptom and its meaning
 * @param remedy the fix
 * @param evidence the numbers and texts behind it, by name
 * @param file the name of the file that declares the cache
 * @param line the line of the element to change, from 1; of the cache if the fix is not
 * in the file
 * @param attribute the attribute to change; {@code null} if the fix is not in the file
 */
public record Finding(String cache, Rule rule, Severity severity, String message, String remedy,
		Map<String, Object> evidence, String file, int line, @Nullable String attribute) {

	/** Returns a copy with more evidence. */
	Finding with(String name, Object value) {
		Map<String, Object> more = new LinkedHashMap<>(this.evidence);
		more.put(name, value);
		return new Finding(this.cache, this.rule, this.severity, this.message, this.remedy,
				Collections.unmodifiableMap(more), this.file, this.line, this.attribute);
	}

	/** Severity of a finding. */
	public enum Severity {

		/** A setting has no effect. Nothing is lost. */
		NOTE,

		/** The cache does less than it could or should. */
		WARNING

	}

}
