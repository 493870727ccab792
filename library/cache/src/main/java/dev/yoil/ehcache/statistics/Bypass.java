package dev.yoil.ehcache.statistics;

import java.time.Instant;

/**
 * A bypass of a cache, which then serves and stores nothing.
 *
 * @param since the time at which it began
 * @param by the name of the user who began it
 */
public record Bypass(Instant since, String by) {
}
