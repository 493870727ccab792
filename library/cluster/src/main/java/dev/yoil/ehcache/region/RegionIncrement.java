package dev.yoil.ehcache.region;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * A change of a region by this instance.
 *
 * @param version the new version
 * @param previous the number before the change; 0 if there was none. Another number than
 * the applied one belongs to a change by another instance
 */
public record RegionIncrement(RegionVersion version, long previous) {

	static Map<String, RegionVersion> versions(Map<String, RegionIncrement> increments) {
		return increments.entrySet()
			.stream()
			.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, (increment) -> increment.getValue().version()));
	}

}
