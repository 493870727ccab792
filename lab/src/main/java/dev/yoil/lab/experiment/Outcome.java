package dev.yoil.lab.experiment;

import java.util.List;

import dev.yoil.lab.result.Result;
import org.jspecify.annotations.Nullable;

/**
 * How an experiment went.
 *
 * @param result all that was measured
 * @param failures what went wrong although the experiment went on, such as a service that
 * ended by itself; a line each
 * @param cause null, or what the experiment was broken off by
 */
public record Outcome(Result result, List<String> failures, @Nullable RuntimeException cause) {

	/**
	 * Tells whether everything was run as it was planned.
	 * @return whether there is nothing to complain of
	 */
	public boolean complete() {
		return this.result.broken() == null && this.failures.isEmpty();
	}

}
