package dev.yoil.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Second;

/**
 * Charts of an experiment, as they are collected: what has no line at all is left out.
 */
final class Drawing {

	private final Measured measured;

	private final List<Arm> arms;

	private final List<Chart> charts = new ArrayList<>();

	Drawing(Measured measured, Plan plan) {
		this.measured = measured;
		this.arms = plan.cells().stream().map(Plan.Cell::arm).toList();
	}

	List<Chart> charts() {
		return List.copyOf(this.charts);
	}

	Drawing with(Chart chart) {
		this.charts.add(chart);
		return this;
	}

	/**
	 * Draws how long it took second by second in a part, a line per arm.
	 */
	Drawing times(String title, String part, ToDoubleFunction<Second> quantity) {
		return overTime(title, "ms", (arm) -> this.measured.seconds(arm.name(), part, quantity));
	}

	/**
	 * Draws how many there were second by second in a part, a line per arm.
	 */
	Drawing counts(String title, String part, String y, ToDoubleFunction<Second> count) {
		return overTime(title, y, (arm) -> this.measured.counts(arm.name(), part, count));
	}

	private Drawing overTime(String title, String y, Function<Arm, List<Chart.Point>> line) {
		List<Chart.Line> lines = new ArrayList<>();
		for (Arm arm : this.arms) {
			List<Chart.Point> points = line.apply(arm);
			if (!points.isEmpty()) {
				lines.add(new Chart.Line(arm.title(), points));
			}
		}
		return lines(title, "seconds since the load began", y, lines, true);
	}

	/**
	 * Draws good answers, the mean time and errors second by second in a part.
	 */
	Drawing course(String part) {
		String of = part.isEmpty() ? "" : ": " + part;
		return counts("Good answers" + of, part, "answers per second", Second::good)
			.times("Mean time" + of, part, Drawing::mean)
			.counts("Errors" + of, part, "errors per second", Second::allErrors);
	}

	Drawing lines(String title, String x, String y, List<Chart.Line> lines, boolean overTime) {
		if (!lines.isEmpty()) {
			this.charts.add(new Chart.Lines(title, x, y, List.copyOf(lines), overTime));
		}
		return this;
	}

	Drawing bars(String title, String y, List<String> groups, List<Chart.Bar> bars) {
		boolean any = bars.stream().flatMap((bar) -> bar.values().stream()).anyMatch(Double::isFinite);
		if (any) {
			this.charts.add(new Chart.Bars(title, y, groups, bars, false));
		}
		return this;
	}

	static double mean(Second second) {
		return (second.latency().count() > 0) ? second.latency().mean() : Double.NaN;
	}

	static double worst(Second second) {
		return (second.latency().count() > 0) ? second.latency().max() : Double.NaN;
	}

	static double p95(Second second) {
		return (second.latency().count() > 0) ? second.latency().p95() : Double.NaN;
	}

}
