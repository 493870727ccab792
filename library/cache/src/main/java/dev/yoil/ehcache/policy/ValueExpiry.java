package dev.yoil.ehcache.policy;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Limits the life of single values, such as a token that knows when it expires. Declare
 * one as a bean. It is asked before a value is stored, and can only shorten what the
 * policy of the cache says. Limits are cut to 24 days. No cache serves a value after this
 * limit, not even as a stale one.
 * <p>
 * Implementations must be thread-safe and fast. If this method throws, the value is not
 * cached.
 */
@FunctionalInterface
public interface ValueExpiry {

	/**
	 * Returns the moment from which a value must not be served.
	 * @param cache the name of the cache
	 * @param key the key
	 * @param value the value; {@code null} is a value, too
	 * @param loadedAt when the value was loaded or put, perhaps by another instance
	 * @return {@code null} for no limit; a moment in the past for a value that is not to
	 * be cached
	 */
	@Nullable Instant expiresAt(String cache, Object key, @Nullable Object value, Instant loadedAt);

}
