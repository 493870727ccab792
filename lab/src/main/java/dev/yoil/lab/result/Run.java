package dev.yoil.lab.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One load on one arm in one round.
 *
 * @param arm the arm's name
 * @param part which load of the arm, such as a sort; empty if there is only one
 * @param round from 1
 * @param started when the load began
 * @param load what its users met
 * @param samples what the service told of itself, in order of time
 * @param counted what the service counted; null if it could not be asked any more
 * @param events what was done during the load, by seconds since it began, such as
 * {@code database stopped}
 * @param ended null, or in one line why it ended early
 * @param warmUp what came before it; null if it followed the load before at once
 */
public record Run(String arm, String part, int round, Instant started, LoadResult load, List<Sample> samples,
		@Nullable Counted counted, Map<Double, String> events, @Nullable String ended, @Nullable WarmUp warmUp) {
}
