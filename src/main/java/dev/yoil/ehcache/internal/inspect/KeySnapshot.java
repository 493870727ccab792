package dev.yoil.ehcache.internal.inspect;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A key of a cache at one moment.
 *
 * @param entry the entry, without value and history; {@code null} if absent
 * @param ageMillis the age of its value, in milliseconds; {@code null} without an entry
 * @param digest a digest of the text of the value; {@code null} without an entry
 * @param tierLeftMillis the time left of the value in the shared tier, in milliseconds;
 * {@code null} if it is absent there
 * @param regions the regions of the key; empty if unknown
 */
public record KeySnapshot(@Nullable EntrySnapshot entry, @Nullable Long ageMillis, @Nullable String digest,
		@Nullable Long tierLeftMillis, Set<String> regions) {
}
