package dev.yoil.ehcache.internal.tuning;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the caches: the file compared with the running one, and the
 * changes that were applied.
 *
 * @param file the name of the file without its folders
 * @param reload how changes of the file are applied
 * @param state the state of the file
 * @param digest the MD5 of the file as it was last read; {@code null} if it cannot be
 * read or is not watched
 * @param changes the differences from the running configuration to the file, or in a dry
 * run to the planned one
 * @param predictions the simulated figures of the caches whose capacity or TTL changes,
 * as far as they are known
 * @param problem the errors of an invalid file; {@code null} if it is valid
 * @param remedy their fix
 * @param history the last applied changes, newest first
 */
public record ConfigurationSnapshot(String file, String reload, State state, @Nullable String digest,
		List<ConfigurationChange> changes, Map<String, Prediction> predictions, @Nullable String problem,
		@Nullable String remedy, List<Applied> history) {

	/** The state of the file. */
	public enum State {

		/** It agrees with the running configuration. */
		IN_SYNC,
		/** It differs from the running configuration. */
		PENDING,
		/** It has errors. */
		INVALID,
		/** It is not in the file system, or reloading is off. */
		UNWATCHED

	}

	/** Simulated figures before and after the changes. */
	public record Prediction(WhatIf.Cell before, WhatIf.Cell after) {
	}

	/**
	 * Changes that were applied together.
	 *
	 * @param id a number, from 1
	 * @param by the user; {@code reload} for the mode {@code auto}
	 * @param undoes the id of the changes that these take back; {@code null} if none
	 * @param caches the effect on each changed cache, by name
	 */
	public record Applied(long id, Instant at, String by, @Nullable Long undoes, List<ConfigurationChange> changes,
			Map<String, Effect> caches) {
	}

	/**
	 * The effect of changes on a cache.
	 *
	 * @param before the figures since the change before, or since the start
	 * @param predicted the simulated figures; {@code null} if unknown
	 * @param after the figures until the next change, or until now
	 */
	public record Effect(@Nullable Figures before, WhatIf.@Nullable Cell predicted, @Nullable Figures after) {
	}

	/** The measured figures of a cache in a period. */
	public record Figures(double hitRatio, double loadsPerSecond) {

		/**
		 * Returns the figures of a period; {@code null} without lookups.
		 * @param from the counts at its beginning; {@code null} for zero
		 */
		static @Nullable Figures between(@Nullable CacheStatistics from, CacheStatistics to, long millis) {
			long hits = to.hits() - ((from != null) ? from.hits() : 0);
			long lookups = hits + to.misses() - ((from != null) ? from.misses() : 0);
			long loads = to.loads() - ((from != null) ? from.loads() : 0);
			return (lookups > 0) ? new Figures((double) hits / lookups, loads * 1_000.0 / Math.max(1, millis)) : null;
		}

	}

}
