package dev.yoil.ehcache;

/**
 * A value in a cache.
 *
 * @param value the value as Spring stores it: {@code NullValue} for {@code null}
 * @param timeLeft the milliseconds until it expires without another access: negative if
 * it has expired, {@link Long#MAX_VALUE} if it never does
 * @param stale whether it has expired and is served under {@code stale-if-error}
 */
public record CachedValue(Object value, long timeLeft, boolean stale) {
}
