package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * The runs of an experiment, by arm and part. Runs in which no request ended are left
 * out, and so are those that ended early, unless the arm has no others for that part.
 */
final class Measured {

	/** What serves: the service, and what it has as processes of their own. */
	static final List<Series> PROCESSORS = List.of(Series.CPU_SERVICE, Series.CPU_DATABASE, Series.CPU_PROXY,
			Series.CPU_REDIS);

	/**
	 * Errors of requests that were not answered, and that the service may not have seen.
	 */
	static final Set<String> UNANSWERED = Set.of("no connection", "connection closed", "no answer");

	private static final Set<String> TIMEOUTS = Set.of("too slow", "no answer");

	private final Plan plan;

	private final List<Run> runs;

	/**
	 * Requests of all rounds together.
	 *
	 * @param requests that ended
	 * @param errors of these
	 */
	record Total(long requests, long errors) {

		double share() {
			return (this.requests > 0) ? (double) this.errors / this.requests : Double.NaN;
		}

	}

	Measured(Plan plan, List<Run> runs) {
		this.plan = plan;
		this.runs = runs.stream().filter((run) -> run.load().total().requests() > 0).toList();
	}

	List<Run> runs(String arm, String part) {
		List<Run> found = this.runs.stream().filter((run) -> run.arm().equals(arm) && run.part().equals(part)).toList();
		List<Run> whole = found.stream().filter((run) -> run.ended() == null).toList();
		return whole.isEmpty() ? found : whole;
	}

	Noise of(String arm, String part, ToDoubleFunction<Run> quantity) {
		return Noise.of(runs(arm, part).stream().map((run) -> quantity.applyAsDouble(run)).toList());
	}

	Total total(String arm, String part) {
		List<Run> found = runs(arm, part);
		return new Total(found.stream().mapToLong((run) -> run.load().total().requests()).sum(),
				found.stream().mapToLong((run) -> run.load().total().allErrors()).sum());
	}

	/**
	 * Tells second by second what the rounds had in the median.
	 * @param arm of which arm
	 * @param part of which part
	 * @param quantity of a second
	 * @return empty without runs
	 */
	List<Chart.Point> seconds(String arm, String part, ToDoubleFunction<Second> quantity) {
		Map<Integer, List<Double>> values = new TreeMap<>();
		for (Run run : runs(arm, part)) {
			for (Second second : run.load().seconds()) {
				values.computeIfAbsent(second.second(), (at) -> new ArrayList<>()).add(quantity.applyAsDouble(second));
			}
		}
		return medians(values);
	}

	private static List<Chart.Point> medians(Map<Integer, List<Double>> values) {
		List<Chart.Point> points = new ArrayList<>();
		values.forEach((at, rounds) -> {
			Noise noise = Noise.of(rounds);
			if (!noise.missing()) {
				points.add(new Chart.Point(at, noise.median()));
			}
		});
		return points;
	}

	/**
	 * Tells second by second what the rounds counted in the median. A round that was over
	 * before another counted nothing from then on; a part of a second at the end of the
	 * longest is left out.
	 * @param arm of which arm
	 * @param part of which part
	 * @param count of a second
	 * @return empty without runs
	 */
	List<Chart.Point> counts(String arm, String part, ToDoubleFunction<Second> count) {
		List<Run> found = runs(arm, part);
		int whole = (int) found.stream().mapToDouble((run) -> Math.max(1, run.load().took())).max().orElse(0);
		Map<Integer, List<Double>> values = new TreeMap<>();
		for (Run run : found) {
			List<Second> seconds = run.load().seconds();
			for (int at = 0; at < whole; at++) {
				if (run.ended() == null || at + 1 <= run.load().took()) {
					values.computeIfAbsent(at, (second) -> new ArrayList<>())
						.add((at < seconds.size()) ? count.applyAsDouble(seconds.get(at)) : 0);
				}
			}
		}
		return medians(values);
	}

	/**
	 * Returns what is to be added to a sentence if runs are missing or ended early.
	 * @return empty if all are there
	 */
	String incomplete() {
		int planned = this.plan.rounds() * this.plan.cells().stream().mapToInt((cell) -> cell.parts().size()).sum();
		long whole = this.runs.stream().filter((run) -> run.ended() == null).count();
		return (whole < planned) ? "; only %d of %d runs are complete".formatted(whole, planned) : "";
	}

	/** How many answers a second there were, slow and failed ones too. */
	static double answers(Run run) {
		return (run.load().took() > 0) ? answers(run.load().total()) / run.load().took() : 0;
	}

	static double peakAnswers(Run run) {
		return run.load().seconds().stream().mapToDouble(Measured::answers).max().orElse(0);
	}

	private static double answers(Second second) {
		return second.requests() - count(second, UNANSWERED);
	}

	/** Which requests took longer than the limit or had no answer in time, in percent. */
	static double timeouts(Run run) {
		return percent(count(run.load().total(), TIMEOUTS), run);
	}

	static double otherErrors(Run run) {
		Second total = run.load().total();
		return percent(total.allErrors() - count(total, TIMEOUTS), run);
	}

	private static double percent(long count, Run run) {
		return 100.0 * count / run.load().total().requests();
	}

	private static long count(Second second, Set<String> kinds) {
		return second.errors()
			.entrySet()
			.stream()
			.filter((error) -> kinds.contains(error.getKey()))
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

	static double tps(Run run) {
		return run.load().tps();
	}

	static double peak(Run run) {
		return run.load().peakTps();
	}

	static double mean(Run run) {
		return run.load().total().latency().mean();
	}

	static double p50(Run run) {
		return run.load().total().latency().p50();
	}

	static double p99(Run run) {
		return run.load().total().latency().p99();
	}

	static double p95(Run run) {
		return run.load().total().latency().p95();
	}

	static double slowest(Run run) {
		return run.load().total().latency().max();
	}

	static double errorShare(Run run) {
		return run.load().errorShare();
	}

	/**
	 * Tells how many processors something used in the mean.
	 * @return NaN if that is not known
	 */
	static double processors(Run run, Series series) {
		return run.samples()
			.stream()
			.map((sample) -> sample.values().get(series))
			.filter(Objects::nonNull)
			.mapToDouble(Double::doubleValue)
			.average()
			.orElse(Double.NaN);
	}

	/**
	 * Tells how many good answers there were for each second that a processor worked for
	 * them: in the service, the database and the proxy, not in the load generator.
	 * @return NaN if that is not known
	 */
	static double perProcessorSecond(Run run) {
		double used = PROCESSORS.stream()
			.mapToDouble((series) -> processors(run, series))
			.filter(Double::isFinite)
			.sum();
		return (used > 0) ? tps(run) / used : Double.NaN;
	}

	static double failed(Run run) {
		return run.load().total().allErrors();
	}

	static ToDoubleFunction<Run> counted(ToDoubleFunction<Counted> quantity) {
		return (run) -> {
			Counted counted = run.counted();
			return (counted == null) ? Double.NaN : quantity.applyAsDouble(counted);
		};
	}

	/**
	 * Tells how often the database was used in all.
	 * @param run of which run
	 * @return NaN if the service could not be asked
	 */
	static double databaseUsesOfLoad(Run run) {
		return counted(Counted::poolUses).applyAsDouble(run);
	}

	/**
	 * Tells how often the database was used for a request, in the mean.
	 * @param run of which run
	 * @return NaN if the service could not be asked, or answered none
	 */
	static double databaseUses(Run run) {
		return counted(
				(counted) -> (counted.requests() > 0) ? (double) counted.poolUses() / counted.requests() : Double.NaN)
			.applyAsDouble(run);
	}

}
