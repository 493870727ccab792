package dev.yoil.lab.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import org.jspecify.annotations.Nullable;

/**
 * What is run, where, and since when.
 *
 * @param experiment what
 * @param plan with the rounds that were asked for
 * @param full as it was published, else quickly
 * @param machine where
 * @param began when it began, or went on
 * @param before what was measured before it went on; null for nothing
 */
record Undertaking(Experiment experiment, Plan plan, boolean full, Machine machine, Instant began,
		@Nullable Result before) {

	/**
	 * Checks that what was measured before can be parts of the same result.
	 * @throws LabException if it cannot
	 */
	void checkBefore() {
		Result known = this.before;
		if (known != null && !(known.experiment().equals(this.experiment.name()) && known.mode().equals(mode())
				&& known.model().equals(this.plan.model()) && known.machine().equals(this.machine))) {
			throw new LabException(
					"cannot go on with %s, %s, of %s; this is %s, %s, of %s: parts of one result are of the same"
						.formatted(known.experiment(), known.mode(), known.machine(), this.experiment.name(), mode(),
								this.machine));
		}
	}

	Result result(Instant now, List<Run> runs, @Nullable Answer answer, List<String> warnings,
			@Nullable String broken) {
		double took = Duration.between(this.began, now).toMillis() / 1000.0;
		Result known = this.before;
		return new Result(this.experiment.name(), this.experiment.question(), mode(),
				(known != null) ? known.started() : this.began, (known != null) ? known.took() + took : took,
				this.machine, this.plan.model(), this.plan.cells().stream().map(Plan.Cell::arm).toList(), runs, answer,
				warnings, broken);
	}

	private String mode() {
		return this.full ? "full" : "quick";
	}

}
