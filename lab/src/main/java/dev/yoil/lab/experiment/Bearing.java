package dev.yoil.lab.experiment;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;

/**
 * How many users an arm bears while they become more: it bears them as long as nine of
 * ten requests that end in a second are good, and has collapsed when that is not so for
 * two seconds.
 */
final class Bearing {

	private static final double GOOD = 0.9;

	private Bearing() {
	}

	/**
	 * Tells with how many users a run collapsed.
	 * @return empty if it bore all
	 */
	static OptionalInt collapse(Run run) {
		List<Second> seconds = run.load().seconds();
		for (int i = 0; i < seconds.size(); i++) {
			if (!isGood(seconds.get(i)) && (i + 1 == seconds.size() || !isGood(seconds.get(i + 1)))) {
				return OptionalInt.of(seconds.get(i).users());
			}
		}
		return OptionalInt.empty();
	}

	/**
	 * Tells how many users a run bore.
	 * @return 0 if it bore none
	 */
	static int most(Run run) {
		OptionalInt collapse = collapse(run);
		return run.load()
			.seconds()
			.stream()
			.mapToInt(Second::users)
			.filter((users) -> collapse.isEmpty() || users < collapse.getAsInt())
			.max()
			.orElse(0);
	}

	/**
	 * Tells how many good answers a second there were with about as many users: from half
	 * of them on.
	 * @return NaN for a run that never had them
	 */
	static ToDoubleFunction<Run> goodWith(int users) {
		return (run) -> run.load()
			.seconds()
			.stream()
			.filter((second) -> second.users() <= users && second.users() * 2 >= users)
			.mapToLong(Second::good)
			.average()
			.orElse(Double.NaN);
	}

	private static boolean isGood(Second second) {
		return second.users() == 0 || (second.good() > 0 && second.good() >= GOOD * second.requests());
	}

}
