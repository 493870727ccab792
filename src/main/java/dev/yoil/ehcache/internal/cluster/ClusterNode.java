package dev.yoil.ehcache.internal.cluster;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * One of several instances, as another sees it.
 *
 * @param id another one for each process
 * @param url where the others reach it; {@code null} if there are no others
 * @param seenAt when it last wrote its row, by the clock of the database; {@code null} if
 * it did not yet
 * @param here whether it is the one that was asked
 * @param answers whether it answered in time, and rightly
 * @param leaseLeftMillis what is left of its lease, in milliseconds, less than zero if it
 * serves nothing as fresh; {@code null} if it does not answer, or has none
 */
public record ClusterNode(UUID id, @Nullable String url, @Nullable Instant seenAt, boolean here, boolean answers,
		@Nullable Long leaseLeftMillis) {

	/**
	 * {@return the same instance, which answers}
	 */
	public ClusterNode answering(@Nullable Long lease) {
		return new ClusterNode(this.id, this.url, this.seenAt, this.here, true, lease);
	}

}
