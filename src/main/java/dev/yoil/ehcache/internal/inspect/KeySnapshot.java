package dev.yoil.ehcache.internal.inspect;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What a cache has under one key, at one moment.
 *
 * @param entry the entry, without value and history; {@code null} if there is none
 * @param ageMillis how long its value has been stored, in milliseconds; {@code null}
 * without an entry
 * @param digest the same wherever the value's text is the same; {@code null} without an
 * entry
 * @param tierLeftMillis how long the shared tier has yet the value that this instance
 * would find there, in milliseconds; {@code null} if it has none, or there is none
 * @param regions what the key belongs to, as far as the cache has ever seen it; empty if
 * that is not known
 */
public record KeySnapshot(@Nullable EntrySnapshot entry, @Nullable Long ageMillis, @Nullable String digest,
		@Nullable Long tierLeftMillis, Set<String> regions) {
}
