package dev.yoil.ehcache.statistics;

import org.jspecify.annotations.Nullable;

/**
 * One entry that left the cache.
 *
 * @param key its key
 * @param cause why it left
 * @param at when that was noticed, in milliseconds since the epoch; Ehcache notices what
 * is expired when it meets it
 * @param age how long its value had been stored, in milliseconds
 * @param hits how often its value was handed to a caller
 * @param version the version of its value
 * @param by the operator who removed it; {@code null} if none did
 */
public record Removal(Object key, RemovalCause cause, long at, long age, long hits, long version, @Nullable String by) {
}
