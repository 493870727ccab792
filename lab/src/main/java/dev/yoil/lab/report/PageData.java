package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * The data of a report's script: lists of numbers instead of records, to be small.
 *
 * @param arms the arms
 * @param series labels of the series by name
 * @param runs in order
 * @param charts of the answer
 */
record PageData(List<ArmTitle> arms, Map<String, SeriesLabel> series, List<RunData> runs, List<Chart> charts) {

	/** Samples that are further away from a second's end belong to another second. */
	private static final double NEAR = 0.75;

	static PageData of(Result result) {
		Map<String, SeriesLabel> labels = new LinkedHashMap<>();
		Stream.of(Series.values())
			.forEach((series) -> labels.put(series.name(), new SeriesLabel(series.label(), series.unit())));
		Answer answer = result.answer();
		return new PageData(result.arms().stream().map((arm) -> new ArmTitle(arm.name(), arm.title())).toList(), labels,
				result.runs().stream().map((run) -> of(run, isMedian(run, result.runs()))).toList(),
				(answer != null) ? answer.charts() : List.of());
	}

	/** Returns whether a run has the median throughput of its arm and part. */
	static boolean isMedian(Run run, List<Run> runs) {
		List<Run> rounds = runs.stream()
			.filter((other) -> other.arm().equals(run.arm()) && other.part().equals(run.part()))
			.sorted(Comparator.comparingDouble((other) -> other.load().tps()))
			.toList();
		List<Run> complete = rounds.stream().filter((other) -> other.ended() == null).toList();
		List<Run> choice = complete.isEmpty() ? rounds : complete;
		return choice.get((choice.size() - 1) / 2).equals(run);
	}

	private static RunData of(Run run, boolean median) {
		List<Second> seconds = run.load().seconds();
		Map<String, List<Double>> latency = new LinkedHashMap<>();
		latency.put("p50", latencies(seconds, Latency::p50));
		latency.put("p95", latencies(seconds, Latency::p95));
		latency.put("p99", latencies(seconds, Latency::p99));
		latency.put("max", latencies(seconds, Latency::max));
		List<Event> events = new TreeMap<>(run.events()).entrySet()
			.stream()
			.map((event) -> new Event(event.getKey(), event.getValue()))
			.toList();
		return new RunData(run.arm(), run.part(), run.round(), median, run.load().tps(), list(run, Second::second),
				list(run, Second::users), list(run, Second::good), errors(seconds), latency, series(run), events);
	}

	private static <T> List<T> list(Run run, Function<Second, T> value) {
		return run.load().seconds().stream().map(value).toList();
	}

	private static List<Double> latencies(List<Second> seconds, ToDoubleFunction<Latency> part) {
		return seconds.stream()
			.map(Second::latency)
			.map((latency) -> (latency.count() > 0) ? part.applyAsDouble(latency) : Double.NaN)
			.toList();
	}

	private static Map<String, List<Long>> errors(List<Second> seconds) {
		Set<String> kinds = new TreeSet<>();
		seconds.forEach((second) -> kinds.addAll(second.errors().keySet()));
		Map<String, List<Long>> errors = new LinkedHashMap<>();
		kinds.forEach((kind) -> errors.put(kind,
				seconds.stream().map((second) -> second.errors().getOrDefault(kind, 0L)).toList()));
		return errors;
	}

	private static Map<String, List<Double>> series(Run run) {
		Map<String, List<Double>> all = new LinkedHashMap<>();
		for (Series series : Series.values()) {
			List<Double> values = new ArrayList<>();
			run.load().seconds().forEach((second) -> values.add(at(second.second(), series, run.samples())));
			if (values.stream().anyMatch(Double::isFinite)) {
				all.put(series.name(), values);
			}
		}
		return all;
	}

	/** Returns the value of the sample nearest to the end of a second. */
	private static double at(int second, Series series, List<Sample> samples) {
		double nearest = NEAR;
		double found = Double.NaN;
		for (Sample sample : samples) {
			double away = Math.abs(sample.at() - (second + 1));
			Double value = sample.values().get(series);
			if (value != null && away < nearest) {
				nearest = away;
				found = value;
			}
		}
		return found;
	}

	record ArmTitle(String name, String title) {
	}

	record SeriesLabel(String label, String unit) {
	}

	record Event(double at, String what) {
	}

	/**
	 * A run. All lists have a value per second; NaN where there is none.
	 *
	 * @param median whether to show it first of its arm and part
	 */
	record RunData(String arm, String part, int round, boolean median, double tps, List<Integer> seconds,
			List<Integer> users, List<Long> good, Map<String, List<Long>> errors, Map<String, List<Double>> latency,
			Map<String, List<Double>> series, List<Event> events) {
	}

}
