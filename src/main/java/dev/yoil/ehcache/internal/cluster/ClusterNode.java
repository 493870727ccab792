package dev.yoil.ehcache.internal.cluster;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * An instance of the cluster, as the instance that was asked sees it.
 *
 * @param id unique for each process
 * @param url the base URL for requests of other instances; {@code null} without a cluster
 * @param seenAt when the instance last wrote its row, by the clock of the database;
 * {@code null} before the first write
 * @param here whether this is the instance that was asked
 * @param answers whether the instance returned a valid response in time
 * @param leaseLeftMillis the rest of its lease in milliseconds, negative if the lease has
 * expired; {@code null} if the instance does not answer or has no lease
 */
public record ClusterNode(UUID id, @Nullable String url, @Nullable Instant seenAt, boolean here, boolean answers,
		@Nullable Long leaseLeftMillis) {

	/**
	 * {@return a copy that answers and has the given lease}
	 */
	public ClusterNode answering(@Nullable Long lease) {
		return new ClusterNode(this.id, this.url, this.seenAt, this.here, true, lease);
	}

}
