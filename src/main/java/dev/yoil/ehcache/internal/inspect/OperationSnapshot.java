package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Something that an operator did to a cache.
 *
 * @param at when
 * @param by the operator, the name of a user
 * @param action what was done
 * @param target the key or the pattern as text; {@code null} if it was done to the whole
 * cache
 * @param removed how many entries were removed by it
 */
public record OperationSnapshot(Instant at, String by, Action action, @Nullable String target, long removed) {

	/**
	 * What an operator can do.
	 */
	public enum Action {

		/** Remove one entry, or all of one key. */
		REMOVE,

		/** Remove the entries whose keys match a pattern. */
		REMOVE_PATTERN,

		/** Remove all entries. */
		CLEAR,

		/** Begin to bypass the cache. */
		BYPASS,

		/** Use the cache again. */
		END_BYPASS

	}

}
