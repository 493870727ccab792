package dev.yoil.ehcache.index;

import org.jspecify.annotations.Nullable;

/**
 * The end of one entry.
 *
 * @param key its key
 * @param cause why it left
 * @param at when that was noticed, in milliseconds since the epoch; Ehcache notices what
 * is expired when it meets it
 * @param age how long its value had been stored, in milliseconds
 * @param hits how often its value was handed to a caller
 * @param version the version of its value
 * @param by who took it out by hand; {@code null} if nobody did
 */
public record Removal(Object key, RemovalCause cause, long at, long age, long hits, long version, @Nullable String by) {
}
