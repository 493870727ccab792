package dev.yoil.ehcache.inspect;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Something that was done to a cache by hand.
 *
 * @param at when
 * @param by who did it, the name of a user
 * @param action what was done
 * @param target the key or the pattern as text; {@code null} if it was done to the whole
 * cache
 * @param evicted how many entries left because of it
 */
public record OperationSnapshot(Instant at, String by, Action action, @Nullable String target, long evicted) {

	/**
	 * What can be done by hand.
	 */
	public enum Action {

		/**
		 * Take out one entry, or all of one key.
		 */
		EVICT,

		/**
		 * Take out the entries whose keys match a pattern.
		 */
		EVICT_PATTERN,

		/**
		 * Take out all entries.
		 */
		CLEAR,

		/**
		 * Put the cache to sleep.
		 */
		SLEEP,

		/**
		 * Wake it up.
		 */
		WAKE

	}

}
