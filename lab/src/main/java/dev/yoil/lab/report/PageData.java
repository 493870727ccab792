package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * What the script of a report draws, as small as it can be: lists of numbers instead of
 * records.
 *
 * @param arms what was compared
 * @param series what services told of themselves, by name
 * @param runs in their order
 * @param charts of the answer
 */
record PageData(List<ArmTitle> arms, Map<String, SeriesLabel> series, List<RunData> runs, List<Chart> charts) {

	/**
	 * Chooses what is drawn of a result.
	 * @param result of which experiment
	 * @return its data
	 */
	static PageData of(Result result) {
		Map<String, SeriesLabel> labels = new LinkedHashMap<>();
		Stream.of(Series.values())
			.forEach((series) -> labels.put(series.name(), new SeriesLabel(series.label(), series.unit())));
		Set<Integer> medians = Rounds.medians(result.runs());
		List<RunData> runs = new ArrayList<>();
		for (int index = 0; index < result.runs().size(); index++) {
			runs.add(RunData.of(result.runs().get(index), medians.contains(index)));
		}
		Answer answer = result.answer();
		return new PageData(result.arms().stream().map((arm) -> new ArmTitle(arm.name(), arm.title())).toList(), labels,
				runs, (answer != null) ? answer.charts() : List.of());
	}

	/**
	 * What an arm is called.
	 *
	 * @param name short
	 * @param title for people
	 */
	record ArmTitle(String name, String title) {
	}

	/**
	 * What a series is called.
	 *
	 * @param label for people
	 * @param unit may be empty
	 */
	record SeriesLabel(String label, String unit) {
	}

	/**
	 * Something that was done during a load.
	 *
	 * @param at in seconds since it began
	 * @param what it was
	 */
	record Event(double at, String what) {
	}

	/**
	 * A run. All lists have a value per second; NaN where there is none.
	 *
	 * @param arm of which arm
	 * @param part which load of it
	 * @param round from 1
	 * @param median whether it is the round to show first
	 * @param tps good answers per second, in the mean
	 * @param seconds since the load began
	 * @param users at the end of each
	 * @param good answers in each
	 * @param errors in each, by kind
	 * @param latency of each, by percentile
	 * @param series what the service told, by series; without those it never told
	 * @param events what was done
	 */
	record RunData(String arm, String part, int round, boolean median, double tps, List<Integer> seconds,
			List<Integer> users, List<Long> good, Map<String, List<Long>> errors, Map<String, List<Double>> latency,
			Map<String, List<Double>> series, List<Event> events) {

		static RunData of(Run run, boolean median) {
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
			return new RunData(run.arm(), run.part(), run.round(), median, run.load().tps(),
					seconds.stream().map(Second::second).toList(), seconds.stream().map(Second::users).toList(),
					seconds.stream().map(Second::good).toList(), errors(seconds), latency, series(run), events);
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
			Samples samples = new Samples(run.samples());
			Map<String, List<Double>> all = new LinkedHashMap<>();
			for (Series series : Series.values()) {
				List<Double> values = run.load()
					.seconds()
					.stream()
					.map((second) -> samples.at(second.second(), series))
					.toList();
				if (values.stream().anyMatch(Double::isFinite)) {
					all.put(series.name(), values);
				}
			}
			return all;
		}

	}

}
