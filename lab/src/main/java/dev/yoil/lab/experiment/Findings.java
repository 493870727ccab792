package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Answer.Table;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * The runs of an experiment by arm and part, with tables of a column per arm and charts
 * of a line or bar per arm. Leaves out runs without requests. A run that ended early
 * counts only if its arm has no complete run of that part.
 */
final class Findings {

	static final String UNPUBLISHED = "No figures were published.";

	private static final List<Series> PROCESSES = List.of(Series.CPU_SERVICE, Series.CPU_PROXY, Series.CPU_DATABASE,
			Series.CPU_REDIS, Series.CPU_GENERATOR);

	private final List<Run> runs;

	private final List<Arm> arms;

	private final List<Chart> charts = new ArrayList<>();

	Findings(Plan plan, List<Run> runs) {
		this.runs = runs.stream().filter((run) -> run.load().total().requests() > 0).toList();
		this.arms = plan.arms();
	}

	static Experiment experiment(String name, String question, Function<Boolean, Plan> plan,
			BiFunction<Findings, Plan, Answer> answer) {
		return new Experiment(name, question, plan,
				(planned, runs) -> answer.apply(new Findings(planned, runs), planned));
	}

	List<Arm> arms() {
		return this.arms;
	}

	List<Run> runs(Arm arm, String part) {
		List<Run> found = this.runs.stream()
			.filter((run) -> run.arm().equals(arm.name()) && run.part().equals(part))
			.toList();
		List<Run> complete = found.stream().filter((run) -> run.ended() == null).toList();
		return complete.isEmpty() ? found : complete;
	}

	Noise of(Arm arm, String part, ToDoubleFunction<Run> quantity) {
		return Noise.of(runs(arm, part).stream().map((run) -> quantity.applyAsDouble(run)).toList());
	}

	/** Returns the errors of all rounds, such as {@code 3 of 1,000}. */
	String errors(Arm arm, String part) {
		long requests = runs(arm, part).stream().mapToLong((run) -> run.load().total().requests()).sum();
		long errors = runs(arm, part).stream().mapToLong((run) -> run.load().total().allErrors()).sum();
		return (requests > 0) ? "%,d of %,d".formatted(errors, requests) : Figures.NONE;
	}

	/** Returns a row with a cell per arm: the median, with the range of the rounds. */
	List<String> row(String name, String part, ToDoubleFunction<Run> quantity) {
		return row(name, (arm) -> of(arm, part, quantity).text());
	}

	List<String> row(String name, Function<Arm, String> cell) {
		return Stream.concat(Stream.of(name), this.arms.stream().map(cell)).toList();
	}

	/** Inserts published figures: one before the first arm, another at an index. */
	static List<String> published(List<String> row, String first, int at, String second) {
		List<String> cells = new ArrayList<>(row);
		cells.add(1, first);
		cells.add(at, second);
		return List.copyOf(cells);
	}

	Table table(String title, List<List<String>> rows) {
		return new Table(title, row("", Arm::title), rows);
	}

	/** Returns a row per part and process, with the CPUs that it used. */
	Table cpus(String title, List<String> parts) {
		return table(title, parts.stream()
			.flatMap((part) -> PROCESSES.stream()
				.map((series) -> row(part + ", " + series.label(), part, (run) -> Quantities.cpus(run, series))))
			.toList());
	}

	/** Draws bars in a group per arm; each quantity has a name. */
	Findings armBars(String title, String y, String part, Map<String, ToDoubleFunction<Run>> quantities) {
		List<Chart.Bar> bars = new ArrayList<>();
		quantities.forEach((name, quantity) -> bars.add(bar(name, this.arms, (arm) -> of(arm, part, quantity))));
		return bars(title, y, this.arms.stream().map(Arm::title).toList(), bars);
	}

	/** Draws a bar per arm in a group per part. */
	Findings partBars(String title, String y, List<String> parts, ToDoubleFunction<Run> quantity) {
		return bars(title, y, parts,
				this.arms.stream().map((arm) -> bar(arm.title(), parts, (part) -> of(arm, part, quantity))).toList());
	}

	static <T> Chart.Bar bar(String name, List<T> groups, Function<T, Noise> value) {
		return new Chart.Bar(name, groups.stream().map((group) -> value.apply(group).median()).toList());
	}

	Findings bars(String title, String y, List<String> groups, List<Chart.Bar> bars) {
		if (bars.stream().flatMap((bar) -> bar.values().stream()).anyMatch(Double::isFinite)) {
			this.charts.add(new Chart.Bars(title, y, groups, bars, false));
		}
		return this;
	}

	/** Draws a line per arm over any axis; leaves out arms without points. */
	Findings lines(String title, String x, String y, Function<Arm, List<Chart.Point>> points) {
		return lines(title, x, y, points, false);
	}

	private Findings lines(String title, String x, String y, Function<Arm, List<Chart.Point>> points,
			boolean overTime) {
		List<Chart.Line> lines = this.arms.stream()
			.map((arm) -> new Chart.Line(arm.title(), points.apply(arm)))
			.filter((line) -> !line.points().isEmpty())
			.toList();
		return lines.isEmpty() ? this : chart(new Chart.Lines(title, x, y, lines, overTime));
	}

	Findings chart(Chart chart) {
		this.charts.add(chart);
		return this;
	}

	/** Draws good answers and errors, second by second, of experiments with one part. */
	Findings course() {
		return overTime("Good answers", "req/s", Second::good).overTime("Errors", "errors/s", Second::allErrors);
	}

	private Findings overTime(String title, String y, ToDoubleFunction<Second> count) {
		return lines(title, "seconds since the load began", y, (arm) -> counts(arm, count), true);
	}

	/**
	 * Returns the medians of the rounds, second by second. A round that ended before
	 * another counts nothing from then on. Leaves out the incomplete last second.
	 */
	List<Chart.Point> counts(Arm arm, ToDoubleFunction<Second> count) {
		List<Run> found = runs(arm, "");
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
		return values.entrySet()
			.stream()
			.map((entry) -> new Chart.Point(entry.getKey(), Noise.of(entry.getValue()).median()))
			.toList();
	}

	/** Fills medians into a headline; says so if one of them is missing. */
	static String headline(String format, Noise... figures) {
		return Stream.of(figures).anyMatch(Noise::missing) ? "Not enough runs for a headline."
				: format.formatted(Stream.of(figures).map(Noise::brief).toArray());
	}

	Answer answer(String headline, List<String> notes, Table... tables) {
		return new Answer(headline, notes, List.of(tables), List.copyOf(this.charts));
	}

}
