package dev.yoil.ehcache.internal.doctor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a cache. Immutable.
 *
 * @param cache the name of the cache
 * @param rule what it is
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
public record Finding(String cache, Rule rule, Severity severity, String message, String remedy,
		Map<String, Object> evidence, String file, int line, @Nullable String attribute) {

	/**
	 * Adds a number or a text to the evidence.
	 */
	Finding with(String name, Object value) {
		Map<String, Object> more = new LinkedHashMap<>(this.evidence);
		more.put(name, value);
		return new Finding(this.cache, this.rule, this.severity, this.message, this.remedy,
				Collections.unmodifiableMap(more), this.file, this.line, this.attribute);
	}

	/**
	 * Says that it is in the cache of a name, which may be another than that in the file.
	 */
	Finding in(String name) {
		return new Finding(name, this.rule, this.severity, this.message, this.remedy, this.evidence, this.file,
				this.line, this.attribute);
	}

	/**
	 * How bad a finding is.
	 */
	public enum Severity {

		/** Something in the file has no effect. Nothing is lost. */
		NOTE,

		/** The cache does less than it could, or than somebody meant it to. */
		WARNING

	}

}
