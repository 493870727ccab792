package dev.yoil.ehcache.statistics;

import org.jspecify.annotations.Nullable;

/**
 * The removal of one entry from its cache.
 *
 * @param key its key
 * @param cause the cause
 * @param at the time at which it was noticed, in milliseconds since the epoch. The expiry
 * of an entry is noticed by the next lookup, or else within a minute
 * @param age the age of the value, in milliseconds
 * @param hits the hits of the value
 * @param version the version of the value
 * @param by the operator who removed it; {@code null} if none did
 * @param region a region whose change ended the value; {@code null} if none did
 */
public record Removal(Object key, RemovalCause cause, long at, long age, long hits, long version, @Nullable String by,
		@Nullable String region) {
}
