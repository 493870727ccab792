package dev.yoil.ehcache.statistics;

import java.time.Instant;

/**
 * The state of a cache that is bypassed: it serves nothing and stores nothing.
 *
 * @param since since when
 * @param by the operator who began it, the name of a user
 */
public record Bypass(Instant since, String by) {
}
