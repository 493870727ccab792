package dev.yoil.ehcache.internal.inspect;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The last hour of all caches, short enough to be requested for all of them at once.
 *
 * @param stepSeconds the length of a step, in seconds
 * @param caches the figures by the name of the cache
 */
public record HourSnapshot(long stepSeconds, Map<String, Series> caches) {

	/**
	 * One element per step, the oldest first. The last step has only begun.
	 *
	 * @param hitRatio the ratio of hits to lookups, from 0 to 1; {@code null} without
	 * lookups
	 * @param loadP95Millis the time that 95 % of the successful loads did not exceed, of
	 * at most the last 1,000 in the step; {@code null} without loads
	 * @param failedLoads loads that failed, unless they found that the value is gone
	 */
	public record Series(List<@Nullable Double> hitRatio, List<@Nullable Double> loadP95Millis,
			List<Long> failedLoads) {
	}

}
