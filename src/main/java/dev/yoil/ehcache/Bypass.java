package dev.yoil.ehcache;

/**
 * The state of a cache that serves nothing and stores nothing.
 *
 * @param since since when, in milliseconds since the epoch
 * @param by who put it to sleep
 */
public record Bypass(long since, String by) {
}
