package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * Quantities of a run in which the database stopped.
 */
final class Outages {

	/** The share of stale lookups from which on a second counts as stale. */
	private static final double STALE = 0.9;

	private Outages() {
	}

	/**
	 * Returns the seconds from the resume to the first whole second from which on there
	 * is no error and each second has a good answer. The last second, which may be
	 * incomplete, only needs to be without errors.
	 * @param planned when the database was to resume, for a run without that event
	 * @return NaN if the errors go on to the end
	 */
	static double recovery(Run run, double planned) {
		double resumed = run.events()
			.entrySet()
			.stream()
			.filter((event) -> event.getValue().contains("database resumed"))
			.mapToDouble(Map.Entry::getKey)
			.max()
			.orElse(planned);
		List<Second> after = run.load().seconds().stream().filter((second) -> second.second() + 1 > resumed).toList();
		if (after.size() < 2 || after.get(after.size() - 1).allErrors() > 0) {
			return Double.NaN;
		}
		double well = Double.NaN;
		for (int i = after.size() - 2; i >= 0; i--) {
			Second second = after.get(i);
			if (second.allErrors() > 0 || second.good() == 0) {
				break;
			}
			well = second.second();
		}
		return Math.max(0, well - resumed);
	}

	/**
	 * Returns good answers per stale second for each good answer per fresh second. Fresh
	 * seconds are as many, the last before the stale ones, by when the service is warm.
	 * @return NaN if there are no stale or no fresh seconds
	 */
	static double staleOfFresh(Run run) {
		List<Integer> stale = seconds(run, (sample) -> share(sample) >= STALE);
		List<Integer> fresh = seconds(run, (sample) -> share(sample) == 0).stream()
			.filter((second) -> !stale.isEmpty() && second < stale.get(0))
			.toList();
		return good(run, stale) / good(run, fresh.subList(Math.max(0, fresh.size() - stale.size()), fresh.size()));
	}

	/** Returns the stale share of all lookups; NaN without lookups. */
	private static double share(Sample sample) {
		double hits = sample.values().getOrDefault(Series.CACHE_HITS, 0.0);
		return sample.values().getOrDefault(Series.CACHE_STALE, 0.0)
				/ (hits + sample.values().getOrDefault(Series.CACHE_MISSES, 0.0));
	}

	/** Returns the whole seconds of samples; each sample is of the second before it. */
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
