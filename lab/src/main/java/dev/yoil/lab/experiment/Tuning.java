package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.experiment.Plan.Action;
import dev.yoil.lab.experiment.Plan.Action.Kind;
import dev.yoil.lab.experiment.Plan.Cell;
import dev.yoil.lab.experiment.Plan.Part;
import dev.yoil.lab.load.Load;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.ServiceSettings;
import dev.yoil.lab.service.ServiceSettings.Database;

/**
 * A badly sized cache whose finding is applied under load. Requests come at a constant
 * rate, so that loads per second can be compared.
 */
final class Tuning {

	static final Experiment EXPERIMENT = Findings.experiment("tuning",
			"What does the line of ehcache.xml that a finding suggests change under load, and was it predicted?",
			Tuning::plan, Tuning::answer);

	private static final Arm ARM = new Arm("small", "capacity too small",
			Map.of("yoil.ehcache.config", ServiceSettings.EHCACHE_SMALL));

	/** Requests per second. */
	private static final int RATE = 100;

	/** The seconds at the end of a phase that are compared. */
	private static final int COMPARED = 20;

	private static final Target TARGET = Demand.skewedLists();

	private static final List<String> NOTES = List.of(Findings.UNPUBLISHED,
			"Each request is for one of 336 lists. Their popularity is Zipf's with an exponent of 0.8.",
			"Predictions are those of the service at the time of the change. All other figures are counters of the "
					+ "service and of PostgreSQL.",
			"Figures before and after are means of the last %d s of each. Failures are those of all the time."
				.formatted(COMPARED),
			"A time in loads of 1,000 ms/s means that one load runs all the time. It includes the work of the service.",
			"Errors are answers over 10 s and those of a status other than 200 to 399.");

	private Tuning() {
	}

	private static Plan plan(boolean full) {
		Action apply = new Action(Demand.seconds(full ? 90 : 45), Kind.APPLY_FINDING);
		return new Plan(full ? 3 : 1,
				List.of(new Cell(ARM, new ServiceSettings(Database.POSTGRESQL, Arms.WEBTOONS, ARM.settings()),
						List.of(new Part("", load(full ? 60 : 6), load(full ? 180 : 85), List.of(apply))))),
				Demand.OPEN + "; %d req/s".formatted(RATE));
	}

	private static Load load(int seconds) {
		Stage arrivals = Demand.stage(RATE * seconds, seconds, 0);
		return Demand.open(Demand.PATIENCE, arrivals, TARGET);
	}

	private static Answer answer(Findings findings, Plan plan) {
		List<Chart.Line> lines = Stream.of(measured(findings), predicted(findings))
			.filter((line) -> !line.points().isEmpty())
			.toList();
		if (!lines.isEmpty()) {
			findings.chart(new Chart.Lines("Hit ratio", "seconds since the load began", "%", lines, true));
		}
		return findings.answer(Findings.headline(
				"The hit ratio rises from %s to %s %% (predicted: %s %%), and loads take %s instead of %s ms/s "
						+ "(predicted: %s).",
				hitRatio(findings, Tuning::before), hitRatio(findings, Tuning::after),
				predicted(findings, Tuning::hitRatio), mean(findings, Tuning::after, Series.CACHE_LOAD_TIME),
				mean(findings, Tuning::before, Series.CACHE_LOAD_TIME), predicted(findings, AppliedFinding::loadTime)),
				NOTES, table(findings));
	}

	private static Table table(Findings findings) {
		String lines = findings.runs(ARM, "")
			.stream()
			.map(Run::applied)
			.filter(Objects::nonNull)
			.map((applied) -> ", %s: %s -> %s".formatted(applied.place(), applied.from(), applied.to()))
			.distinct()
			.collect(Collectors.joining());
		return new Table(ARM.title() + lines, List.of("", "before", "predicted", "after"), List.of(
				row("hit ratio, %", hitRatio(findings, Tuning::before), predicted(findings, Tuning::hitRatio),
						hitRatio(findings, Tuning::after)),
				row(findings, "loads per second", Series.CACHE_LOADS, predicted(findings, AppliedFinding::loads)),
				row(findings, "time in loads, ms/s", Series.CACHE_LOAD_TIME,
						predicted(findings, AppliedFinding::loadTime)),
				row(findings, "CPUs of PostgreSQL", Series.CPU_DATABASE, Noise.of(List.of())),
				row("failed requests", failed(findings, false), Noise.of(List.of()), failed(findings, true))));
	}

	private static List<String> row(Findings findings, String name, Series series, Noise predicted) {
		return row(name, mean(findings, Tuning::before, series), predicted, mean(findings, Tuning::after, series));
	}

	private static List<String> row(String name, Noise before, Noise predicted, Noise after) {
		return List.of(name, before.text(), predicted.text(), after.text());
	}

	private static Noise hitRatio(Findings findings, ToDoubleFunction<Run> end) {
		return findings.of(ARM, "", (run) -> hitRatio((series) -> mean(run, end, series)));
	}

	private static Noise mean(Findings findings, ToDoubleFunction<Run> end, Series series) {
		return findings.of(ARM, "", (run) -> mean(run, end, series));
	}

	private static Noise predicted(Findings findings, ToDoubleFunction<AppliedFinding> number) {
		return findings.of(ARM, "", (run) -> {
			AppliedFinding applied = run.applied();
			return (applied != null) ? number.applyAsDouble(applied) : Double.NaN;
		});
	}

	/** Draws the medians of the rounds, second by second. */
	private static Chart.Line measured(Findings findings) {
		Map<Double, List<Double>> seconds = new TreeMap<>();
		for (Run run : findings.runs(ARM, "")) {
			for (Sample sample : run.samples()) {
				seconds.computeIfAbsent(Math.rint(sample.at()), (second) -> new ArrayList<>())
					.add(hitRatio((series) -> sample.values().getOrDefault(series, 0.0)));
			}
		}
		return new Chart.Line("measured",
				seconds.entrySet()
					.stream()
					.map((second) -> new Chart.Point(second.getKey(), Noise.of(second.getValue()).median()))
					.filter((point) -> Double.isFinite(point.y()))
					.toList());
	}

	private static Chart.Line predicted(Findings findings) {
		double predicted = predicted(findings, Tuning::hitRatio).median();
		return new Chart.Line("predicted",
				Stream.<ToDoubleFunction<Run>>of(Tuning::applied, Tuning::after)
					.map((end) -> findings.of(ARM, "", end).median())
					.filter((at) -> Double.isFinite(at + predicted))
					.map((at) -> new Chart.Point(at, predicted))
					.toList());
	}

	/**
	 * Returns the share of requests without a miss. A miss also looks up the genre, which
	 * is a hit of another cache. Misses count before their requests end, so an overload
	 * may have more of them.
	 */
	private static double hitRatio(ToDoubleFunction<Series> rate) {
		return 100 * Math.max(0, 1 - rate.applyAsDouble(Series.CACHE_MISSES) / rate.applyAsDouble(Series.REQUESTS));
	}

	private static double hitRatio(AppliedFinding applied) {
		return 100 * applied.hitRatio();
	}

	private static double before(Run run) {
		return Quantities.time(run, Actions.TUNING);
	}

	private static double applied(Run run) {
		return Quantities.time(run, Actions.TUNED);
	}

	private static double after(Run run) {
		return Double.isFinite(applied(run)) ? run.load().took() : Double.NaN;
	}

	/** Returns the mean over the last seconds before a time; NaN without samples. */
	private static double mean(Run run, ToDoubleFunction<Run> end, Series series) {
		double to = end.applyAsDouble(run);
		return run.samples()
			.stream()
			.filter((sample) -> sample.at() > to - COMPARED && sample.at() <= to)
			.mapToDouble((sample) -> sample.values().getOrDefault(series, 0.0))
			.average()
			.orElse(Double.NaN);
	}

	/** Counts failures before, or during and after the change. */
	private static Noise failed(Findings findings, boolean changed) {
		return findings.of(ARM, "",
				(run) -> run.load()
					.seconds()
					.stream()
					.filter((second) -> changed == (second.second() + 1 > before(run)))
					.mapToDouble(Second::allErrors)
					.sum());
	}

}
