package dev.yoil.ehcache;

/**
 * A value in a cache.
 *
 * @param value the value in the form in which Spring stores it
 * @param timeLeft for how many milliseconds it is still good if nobody asks for it again:
 * negative if its time is over, {@link Long#MAX_VALUE} for ever
 * @param stale whether it is to be served although it is not known to be good, because it
 * cannot be loaded
 */
public record CachedValue(Object value, long timeLeft, boolean stale) {
}
