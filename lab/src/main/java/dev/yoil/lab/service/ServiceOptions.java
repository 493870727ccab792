package dev.yoil.lab.service;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Options of all services of a lab.
 *
 * @param port of the service; null for any free one
 * @param heap largest heap, as {@code -Xmx} takes it
 * @param kept parent of the folders that outlive the lab; null to keep nothing
 * @param startLimit longest time for a start; filling a database may take five times as
 * long
 */
public record ServiceOptions(@Nullable Integer port, String heap, @Nullable Path kept, Duration startLimit) {

	/**
	 * Creates options with a heap of 1 GiB and a start limit of 60 s.
	 * @param port of the service; null for any free one
	 * @param kept parent of the folders that outlive the lab; null to keep nothing
	 */
	public ServiceOptions(@Nullable Integer port, @Nullable Path kept) {
		this(port, "1g", kept, Duration.ofSeconds(60));
	}

	Duration fillLimit() {
		return this.startLimit.multipliedBy(5);
	}

}
