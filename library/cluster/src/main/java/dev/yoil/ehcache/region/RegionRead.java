package dev.yoil.ehcache.region;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The end of a read of the versions, from which the next read continues.
 *
 * @param position what the table needs for the next read; {@code null} if it always reads
 * all rows
 * @param horizon rows with a lower number may be missing, because their regions have not
 * changed for a long time; 0 if there are none
 * @param complete whether all rows were read, so that a missing one does not exist
 * @param gap whether rows that changed since the last read may be missing
 */
public record RegionRead(@Nullable Object position, long horizon, boolean complete, boolean gap) {

	/**
	 * The longest time between the increment of a version and the end of its transaction,
	 * and the largest difference of two clocks.
	 */
	public static final Duration MARGIN = Duration.ofMinutes(10);

	/** Versions from a notification. */
	static final RegionRead NOTIFIED = new RegionRead(null, 0, false, false);

	/**
	 * Returns the end of a read of all rows of a table whose reads have no position.
	 */
	public static RegionRead ofAll(long horizon) {
		return new RegionRead(null, horizon, true, false);
	}

}
