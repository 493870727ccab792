package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An operation on a cache.
 *
 * @param at its time
 * @param by the operator, the name of a user
 * @param action its kind
 * @param target the key or the pattern as text; {@code null} for the whole cache
 * @param removed the entries it removed on this instance
 * @param everywhere whether other instances removed theirs, too
 */
public record OperationSnapshot(Instant at, String by, Action action, @Nullable String target, long removed,
		boolean everywhere) {

	/** Kind of an operation. */
	public enum Action {

		/** Remove an entry or a key. */
		REMOVE,

		/** Remove the entries whose keys match a pattern. */
		REMOVE_PATTERN,

		/** Remove all entries. */
		CLEAR,

		/** Bypass the cache. */
		BYPASS,

		/** End the bypass. */
		END_BYPASS

	}

}
