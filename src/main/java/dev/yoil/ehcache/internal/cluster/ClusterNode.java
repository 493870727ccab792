package dev.yoil.ehcache.internal.cluster;

import java.time.Instant;
import java.util.UUID;

/**
 * One of the instances that share a database, as it has written there.
 *
 * @param id another one for each process
 * @param url where the others reach it
 * @param seenAt when it last said so, by the clock of the database
 */
public record ClusterNode(UUID id, String url, Instant seenAt) {
}
