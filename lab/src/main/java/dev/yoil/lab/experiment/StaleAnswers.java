package dev.yoil.lab.experiment;

import java.util.List;
import java.util.function.Predicate;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;

/**
 * How fast stale answers are beside fresh ones of the same run.
 * <p>
 * The rule: stale are the whole seconds in which at least nine of ten lookups were
 * answered stale; fresh are as many, the last before them in which none was, by when the
 * service is at speed.
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
		List<Integer> stale = seconds(run, (sample) -> share(sample) >= HARDLY_ANY_OTHER);
		List<Integer> fresh = seconds(run, (sample) -> share(sample) == 0).stream()
			.filter((second) -> !stale.isEmpty() && second < stale.get(0))
			.toList();
		return good(run, stale) / good(run, fresh.subList(Math.max(0, fresh.size() - stale.size()), fresh.size()));
	}

	/** Of all lookups in the caches; NaN if there were none. */
	private static double share(Sample sample) {
		double stale = sample.values().getOrDefault(Series.CACHE_STALE, 0.0);
		double hits = sample.values().getOrDefault(Series.CACHE_HITS, 0.0);
		return stale / (hits + sample.values().getOrDefault(Series.CACHE_MISSES, 0.0));
	}

	/**
	 * The whole seconds that some samples are of, in their order: each sample tells of
	 * the second before it.
	 */
	private static List<Integer> seconds(Run run, Predicate<Sample> wanted) {
		return run.samples()
			.stream()
			.filter(wanted)
			.map((sample) -> (int) Math.round(sample.at()) - 1)
			.filter((second) -> second > 0 && second < run.load().seconds().size())
			.distinct()
			.toList();
	}

	private static double good(Run run, List<Integer> seconds) {
		return seconds.stream()
			.mapToLong((second) -> run.load().seconds().get(second).good())
			.average()
			.orElse(Double.NaN);
	}

}
