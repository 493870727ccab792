package dev.yoil.lab.result;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What an experiment found: all that its report says.
 *
 * @param experiment its name
 * @param question what it asks
 * @param mode {@code quick} or {@code full}
 * @param started when it began
 * @param took in seconds
 * @param machine where it was run
 * @param model in one sentence, what the load model is
 * @param arms what was compared
 * @param runs in the order in which they were made
 * @param answer what it says; null if it was broken off before there was anything to say
 * @param warnings what to know before believing it, such as that the generator was the
 * limit; a line each
 * @param broken null, or in one line why it was broken off
 */
public record Result(String experiment, String question, String mode, Instant started, double took, Machine machine,
		String model, List<Arm> arms, List<Run> runs, @Nullable Answer answer, List<String> warnings,
		@Nullable String broken) {
}
