package dev.yoil.ehcache.internal.index;

import org.jspecify.annotations.Nullable;

/**
 * The last value of a cache that exceeded a limit when it was measured.
 *
 * @param type the name of its class
 * @param mostly the name of the class of most of its objects; {@code null} if it had too
 * many bytes, not too many objects
 * @param cached whether it is cached nevertheless, and not all of its objects are counted
 * @param values the number of such values so far
 */
public record OversizedValue(String type, @Nullable String mostly, boolean cached, long values) {

	/** Objects of a value that are counted if the cache has no other limit. */
	public static final long COUNTED = 10_000;

}
