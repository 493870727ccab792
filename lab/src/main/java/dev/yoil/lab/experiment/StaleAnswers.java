package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * How fast stale answers are beside fresh ones of the same run.
 * <p>
 * The rule: fresh are the whole seconds before the database stops, but for the first, in
 * which the caches told of no stale answer; stale are those in which at least nine of ten
 * lookups were answered stale.
 */
final class StaleAnswers {

	private static final double HARDLY_ANY_OTHER = 0.9;

	private StaleAnswers() {
	}

	/**
	 * Tells how many good answers a stale second has for each that a fresh one has.
	 * @param run with the outage
	 * @return of the mean of either; NaN if there is none of one of them
	 */
	static double ofFresh(Run run) {
		double stopped = run.events()
			.entrySet()
			.stream()
			.filter((event) -> event.getValue().contains("database stopped"))
			.mapToDouble(Map.Entry::getKey)
			.min()
			.orElse(0);
		return good(run, (sample) -> share(sample) >= HARDLY_ANY_OTHER)
				/ good(run, (sample) -> sample.at() <= stopped && share(sample) == 0);
	}

	/** Of all lookups in the caches; NaN if there were none. */
	private static double share(Sample sample) {
		double stale = sample.values().getOrDefault(Series.CACHE_STALE, 0.0);
		double hits = sample.values().getOrDefault(Series.CACHE_HITS, 0.0);
		return stale / (hits + sample.values().getOrDefault(Series.CACHE_MISSES, 0.0));
	}

	/**
	 * In the mean of the whole seconds that some samples are of: each tells of the second
	 * before it.
	 */
	private static double good(Run run, Predicate<Sample> wanted) {
		List<Second> seconds = run.load().seconds();
		return run.samples()
			.stream()
			.filter(wanted)
			.mapToInt((sample) -> (int) Math.round(sample.at()) - 1)
			.filter((second) -> second > 0 && second < seconds.size())
			.distinct()
			.mapToLong((second) -> seconds.get(second).good())
			.average()
			.orElse(Double.NaN);
	}

}
