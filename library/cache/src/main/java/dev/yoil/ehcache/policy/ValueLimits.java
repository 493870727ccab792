package dev.yoil.ehcache.policy;

import org.jspecify.annotations.Nullable;

/**
 * The limits of single values in a heap that is counted in bytes. A value beyond a limit
 * is not cached. Immutable.
 *
 * @param objects the number of objects that a value may consist of, with its key;
 * {@code null} for no limit
 * @param bytes the bytes that these objects may take; {@code null} for no limit
 */
public record ValueLimits(@Nullable Long objects, @Nullable Long bytes) {

	/** No limits. */
	public static final ValueLimits NONE = new ValueLimits(null, null);

}
