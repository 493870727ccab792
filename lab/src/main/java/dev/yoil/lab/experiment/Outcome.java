package dev.yoil.lab.experiment;

import java.util.List;

import dev.yoil.lab.result.Result;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an experiment.
 *
 * @param result all measurements
 * @param failures lines on what went wrong although the experiment went on
 * @param cause the exception that ended the experiment early; null for none
 */
public record Outcome(Result result, List<String> failures, @Nullable RuntimeException cause) {

	/**
	 * Returns whether everything ran as planned.
	 * @return false if it was broken off or had failures
	 */
	public boolean complete() {
		return this.result.broken() == null && this.failures.isEmpty();
	}

}
