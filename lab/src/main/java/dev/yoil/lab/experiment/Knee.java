package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The number of users from which on more users bring few more answers.
 * <p>
 * With linear growth each user would bring as much as the users of the first step. The
 * knee is the first step after which the next two steps together bring less than half of
 * that; two, because a single step down is often noise.
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

	/** Returns the knee; empty if throughput grows to the end. */
	static Optional<Step> of(List<Step> steps) {
		return IntStream.range(0, Math.max(0, steps.size() - 2)).filter((i) -> {
			Step first = steps.get(0);
			Step step = steps.get(i);
			Step later = steps.get(i + 2);
			double linear = first.tps() / first.users() * (later.users() - step.users());
			return later.tps() - step.tps() < linear / 2;
		}).mapToObj(steps::get).findFirst();
	}

}
