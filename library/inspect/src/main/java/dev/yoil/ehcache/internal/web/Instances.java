package dev.yoil.ehcache.internal.web;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a cluster with their reports, for the views of all instances.
 * Thread-safe. A call may wait for a read of the database, at most for a second.
 */
public interface Instances {

	/**
	 * {@return all known instances, ordered by URL, always with this one}
	 */
	List<Instance> all();

	/**
	 * An instance.
	 *
	 * @param id unique for each process
	 * @param url its base URL; {@code null} before it is known
	 * @param seenAt the time of its last report, by the clock of the database;
	 * {@code null} before the first one
	 * @param ageMillis the time since then, by the same clock; {@code null} likewise
	 * @param here whether this is the instance that was asked
	 * @param lost whether its reports have ceased
	 * @param leaseLeftMillis the rest of the lease of this instance in milliseconds,
	 * negative if it is over; {@code null} for other instances
	 * @param report the last text of its {@link InstanceReport}, which the JSON leaves
	 * out; {@code null} if unknown
	 */
	@JsonIgnoreProperties("report")
	record Instance(UUID id, @Nullable String url, @Nullable Instant seenAt, @Nullable Long ageMillis, boolean here,
			boolean lost, @Nullable Long leaseLeftMillis, @Nullable String report) {
	}

}
