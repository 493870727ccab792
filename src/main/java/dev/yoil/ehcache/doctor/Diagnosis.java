package dev.yoil.ehcache.doctor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.ehcache.xml.DeclaredPlace;
import org.jspecify.annotations.Nullable;

/**
 * An illness that a cache has. Immutable.
 *
 * @param part the element to look at in {@code ehcache.xml}
 * @param attribute what to change there; {@code null} if the change is to be made
 * elsewhere
 * @param message what was seen and what it means
 * @param remedy what to change
 * @param evidence the numbers that show it, in order
 */
record Diagnosis(Part part, @Nullable String attribute, String message, String remedy, Map<String, Object> evidence) {

	Diagnosis(Part part, @Nullable String attribute, String message, String remedy) {
		this(part, attribute, message, remedy, Map.of());
	}

	/**
	 * Adds a number or a text to the evidence.
	 */
	Diagnosis with(String name, Object value) {
		Map<String, Object> more = new LinkedHashMap<>(this.evidence);
		more.put(name, value);
		return new Diagnosis(this.part, this.attribute, this.message, this.remedy, Collections.unmodifiableMap(more));
	}

	static String percent(double share) {
		return Math.round(100 * share) + " %";
	}

	/**
	 * The elements of {@code ehcache.xml} that have a line.
	 */
	enum Part {

		CACHE, HEAP, POLICY;

		int line(DeclaredPlace place) {
			return switch (this) {
				case CACHE -> place.cache();
				case HEAP -> place.heap();
				case POLICY -> place.policy();
			};
		}

	}

}
