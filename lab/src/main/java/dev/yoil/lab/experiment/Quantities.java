package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * Quantities of a run. Times are in milliseconds; NaN stands for an unknown value.
 */
final class Quantities {

	/** CPU use of the service and of its database, proxy and Redis. */
	static final List<Series> SERVING = List.of(Series.CPU_SERVICE, Series.CPU_DATABASE, Series.CPU_PROXY,
			Series.CPU_REDIS);

	/** Errors of requests that the service may not have seen. */
	static final Set<String> UNANSWERED = Set.of("no connection", "connection closed", "no answer");

	private static final Set<String> TIMEOUTS = Set.of("too slow", "no answer");

	private Quantities() {
	}

	/** Returns all answers per second, late and failed ones included. */
	static double answers(Run run) {
		return (run.load().took() > 0) ? answers(run.load().total()) / run.load().took() : 0;
	}

	static double peakAnswers(Run run) {
		return run.load().seconds().stream().mapToDouble(Quantities::answers).max().orElse(0);
	}

	private static double answers(Second second) {
		return second.requests() - count(second, UNANSWERED);
	}

	/** Returns the percentage of requests over the limit or without an answer. */
	static double timeouts(Run run) {
		return 100.0 * count(run.load().total(), TIMEOUTS) / run.load().total().requests();
	}

	static double otherErrors(Run run) {
		Second total = run.load().total();
		return 100.0 * (total.allErrors() - count(total, TIMEOUTS)) / total.requests();
	}

	static double errors(Run run) {
		return 100 * run.load().errorShare();
	}

	private static long count(Second second, Set<String> kinds) {
		return second.errors()
			.entrySet()
			.stream()
			.filter((error) -> kinds.contains(error.getKey()))
			.mapToLong(Map.Entry::getValue)
			.sum();
	}

	/** Returns good answers per second. */
	static double rate(Run run) {
		return run.load().tps();
	}

	static double peak(Run run) {
		return run.load().peakTps();
	}

	static double mean(Run run) {
		return latency(run).mean();
	}

	static double p50(Run run) {
		return latency(run).p50();
	}

	static double p99(Run run) {
		return latency(run).p99();
	}

	static double slowest(Run run) {
		return latency(run).max();
	}

	private static Latency latency(Run run) {
		return run.load().total().latency();
	}

	static double failed(Run run) {
		return run.load().total().allErrors();
	}

	/** Returns the seconds from the begin of the load to an event; NaN without it. */
	static double time(Run run, String event) {
		return event(run.events(), event).map(Map.Entry::getKey).orElse(Double.NaN);
	}

	/** Returns the first event with a text. */
	static Optional<Map.Entry<Double, String>> event(Map<Double, String> events, String text) {
		return events.entrySet()
			.stream()
			.filter((each) -> each.getValue().contains(text))
			.min(Map.Entry.comparingByKey());
	}

	/** Returns the CPUs in use, as a mean. */
	static double cpus(Run run, Series series) {
		return run.samples()
			.stream()
			.map((sample) -> sample.values().get(series))
			.filter(Objects::nonNull)
			.mapToDouble(Double::doubleValue)
			.average()
			.orElse(Double.NaN);
	}

	/** Returns good answers per CPU second of all but the load generator. */
	static double perCpuSecond(Run run) {
		double used = SERVING.stream().mapToDouble((series) -> cpus(run, series)).filter(Double::isFinite).sum();
		return (used > 0) ? rate(run) / used : Double.NaN;
	}

	static ToDoubleFunction<Run> counted(ToDoubleFunction<Counted> quantity) {
		return (run) -> {
			Counted counted = run.counted();
			return (counted == null) ? Double.NaN : quantity.applyAsDouble(counted);
		};
	}

}
