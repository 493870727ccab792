package dev.yoil.ehcache.internal.live;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.internal.whatif.WhatIf;
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
 * @param changes the differences from the running configuration to the file
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
	 * @param by the user; {@code reload} for the mode {@code auto}
	 */
	public record Applied(Instant at, String by, List<ConfigurationChange> changes) {
	}

}
