package dev.yoil.lab.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A load on one arm in one round.
 *
 * @param arm name of the arm
 * @param part name of the load; empty if the arm has only one
 * @param round from 1
 * @param started begin of the load
 * @param load measurements of the generator
 * @param samples of the service, in order of time
 * @param counted counters of the service; null if it did not answer
 * @param events actions by seconds since the load began, such as {@code database stopped}
 * @param ended one line on why it ended early; null if it did not
 * @param warmUp the load before it; null for none
 * @param applied the change of the caches during the load; null for none
 */
public record Run(String arm, String part, int round, Instant started, LoadResult load, List<Sample> samples,
		@Nullable Counted counted, Map<Double, String> events, @Nullable String ended, @Nullable WarmUp warmUp,
		@Nullable AppliedFinding applied) {
}
