package dev.yoil.ehcache;

/**
 * What a caller gets from a cache.
 *
 * @param value the value in the form in which Spring stores it
 * @param stale whether its time was over, and it was handed out because it could not be
 * loaded
 */
record Answer(Object value, boolean stale) {
}
