package dev.yoil.ehcache.internal.web;

import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What one instance asks another, which it does itself and asks nobody else.
 *
 * @param action what to do
 * @param cache the name of a cache; {@code null} where all are meant
 * @param text the text of a key, or a pattern of such; {@code null} where neither is
 * meant
 * @param regions whose versions are asked for, besides those of the key
 * @param by the operator, the name of a user; {@code null} where nothing is changed
 * @param dryRun whether only to count what would be removed
 */
record NodeRequest(Action action, @Nullable String cache, @Nullable String text, Set<String> regions,
		@Nullable String by, boolean dryRun) {

	/**
	 * Refuses what lacks something.
	 */
	NodeRequest {
		Objects.requireNonNull(action);
		regions = Set.copyOf(regions);
	}

	/** Creates what changes nothing. */
	static NodeRequest look(Action action, @Nullable String cache, @Nullable String text, Set<String> regions) {
		return new NodeRequest(action, cache, text, regions, null, false);
	}

	/** What an instance can be asked to do. */
	enum Action {

		/** Tell the figures of all caches. */
		CACHES,

		/** Tell what is under a key. */
		KEY,

		/** Remove the entries of a key. */
		REMOVE,

		/** Remove the entries whose keys match a pattern. */
		REMOVE_PATTERN,

		/** Remove all entries. */
		CLEAR,

		/** Begin to bypass a cache. */
		BYPASS,

		/** Use a cache again. */
		END_BYPASS;

		boolean isChange() {
			return this != CACHES && this != KEY;
		}

	}

}
