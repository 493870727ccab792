package dev.yoil.lab.experiment;

import java.util.List;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * The number of users that an arm bears. It bears them while nine of ten requests of a
 * second are good, and collapses when that is not so for two seconds.
 */
final class Bearing {

	private static final double GOOD = 0.9;

	private Bearing() {
	}

	/** Returns the most users before the run collapsed; 0 if it bore none. */
	static int most(Run run) {
		List<Second> seconds = run.load().seconds();
		int collapse = Integer.MAX_VALUE;
		for (int i = 0; i < seconds.size() && collapse == Integer.MAX_VALUE; i++) {
			if (!isGood(seconds.get(i)) && (i + 1 == seconds.size() || !isGood(seconds.get(i + 1)))) {
				collapse = seconds.get(i).users();
			}
		}
		int limit = collapse;
		return seconds.stream().mapToInt(Second::users).filter((users) -> users < limit).max().orElse(0);
	}

	/** Returns good answers per second with half to all of so many users. */
	static ToDoubleFunction<Run> goodWith(int users) {
		return (run) -> run.load()
			.seconds()
			.stream()
			.filter((second) -> second.users() > 0 && second.users() <= users && second.users() * 2 >= users)
			.mapToLong(Second::good)
			.average()
			.orElse(Double.NaN);
	}

	private static boolean isGood(Second second) {
		return second.users() == 0 || (second.good() > 0 && second.good() >= GOOD * second.requests());
	}

}
