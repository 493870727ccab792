package dev.yoil.ehcache.internal.web;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * One of several instances, as another sees it.
 *
 * @param id another one for each process
 * @param url where the others reach it; {@code null} if there are no others
 * @param seenAt when it last told the database that it is there, by the clock of that;
 * {@code null} if it did not yet
 * @param here whether it is the one that was asked
 * @param answers whether it answered in time, and rightly
 * @param leaseLeftMillis what is left of its lease, in milliseconds, less than zero if it
 * takes nothing in its caches for fresh; {@code null} if it does not answer, or has none
 */
record ClusterNodeSnapshot(String id, @Nullable String url, @Nullable Instant seenAt, boolean here, boolean answers,
		@Nullable Long leaseLeftMillis) {
}
