package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Optional;

/**
 * Where more users stop to bring more answers.
 * <p>
 * The rule: were growth linear, each user would bring as much as those of the first step
 * do. The knee is the last step from which on the next two steps together bring less than
 * half of that. Two, because one step that goes down is noise more often than not.
 */
final class Knee {

	private Knee() {
	}

	/**
	 * A step.
	 *
	 * @param users how many there were
	 * @param tps good answers per second
	 * @param p95 in milliseconds
	 */
	record Step(int users, double tps, double p95) {
	}

	/**
	 * Finds the knee.
	 * @param steps in order of users
	 * @return empty if throughput grows to the end, or if there are less than three steps
	 */
	static Optional<Step> of(List<Step> steps) {
		if (steps.isEmpty()) {
			return Optional.empty();
		}
		double each = steps.get(0).tps() / steps.get(0).users();
		for (int i = 0; i + 2 < steps.size(); i++) {
			Step step = steps.get(i);
			Step later = steps.get(i + 2);
			if (later.tps() - step.tps() < each * (later.users() - step.users()) / 2) {
				return Optional.of(step);
			}
		}
		return Optional.empty();
	}

	/**
	 * Finds the first step that is too slow.
	 * @param steps in order of users
	 * @param target milliseconds
	 * @return empty if 95 % are within the target in all steps
	 */
	static Optional<Step> tooSlow(List<Step> steps, double target) {
		return steps.stream().filter((step) -> step.p95() > target).findFirst();
	}

}
