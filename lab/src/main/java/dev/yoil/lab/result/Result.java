package dev.yoil.lab.result;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The result of an experiment: everything that its report shows.
 *
 * @param experiment name of the experiment
 * @param question of the experiment
 * @param mode {@code quick} or {@code full}
 * @param started begin of the experiment
 * @param took in seconds
 * @param machine the machine
 * @param model the load model, in one sentence
 * @param arms the compared alternatives
 * @param runs in order
 * @param answer null if there was nothing to answer from
 * @param warnings reasons to doubt the answer, a line each
 * @param broken one line on why it was broken off; null if it was not
 */
public record Result(String experiment, String question, String mode, Instant started, double took, Machine machine,
		String model, List<Arm> arms, List<Run> runs, @Nullable Answer answer, List<String> warnings,
		@Nullable String broken) {
}
