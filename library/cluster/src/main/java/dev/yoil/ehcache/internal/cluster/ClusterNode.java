package dev.yoil.ehcache.internal.cluster;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * An instance of the cluster, as the table has it.
 *
 * @param id unique for each process
 * @param url its base URL; {@code null} before it is known
 * @param seenAt when the instance last wrote its row, by the clock of the database;
 * {@code null} before the first write
 * @param ageMillis the time since then, by the same clock; {@code null} likewise
 * @param here whether this is the instance that was asked
 * @param lost whether the instance has missed several writes: it has ended without a
 * shutdown, or cannot reach the database
 * @param report what the instance has written about itself; {@code null} if nothing, as
 * by an earlier version
 */
public record ClusterNode(UUID id, @Nullable String url, @Nullable Instant seenAt, @Nullable Long ageMillis,
		boolean here, boolean lost, @Nullable String report) {
}
