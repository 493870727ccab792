package dev.yoil.lab.service;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What is the same for all services of an experiment.
 *
 * @param port on which they are; null for any free one
 * @param heap the most heap, as {@code -Xmx} takes it
 * @param kept where to keep what is the same in each run of the lab with the same jar;
 * null to keep nothing
 * @param startLimit how long a start may take; filling a database may take five times as
 * long
 */
public record ServiceOptions(@Nullable Integer port, String heap, @Nullable Path kept, Duration startLimit) {

	/** A free port, a gibibyte, nothing kept, a minute. */
	public static final ServiceOptions USUAL = new ServiceOptions(null, "1g", null, Duration.ofSeconds(60));

	Duration fillLimit() {
		return this.startLimit.multipliedBy(5);
	}

}
