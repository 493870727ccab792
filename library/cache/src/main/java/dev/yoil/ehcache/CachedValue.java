package dev.yoil.ehcache;

/**
 * A value in a cache.
 *
 * @param value the value as Spring stores it: {@code NullValue} for {@code null}
 * @param timeLeft the milliseconds until it expires without another access: negative if
 * it is stale, {@link Long#MAX_VALUE} if it never expires
 * @param stale whether it has expired, or this instance may have missed a change of it
 */
public record CachedValue(Object value, long timeLeft, boolean stale) {
}
