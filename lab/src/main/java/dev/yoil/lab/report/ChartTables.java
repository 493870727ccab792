package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;

/**
 * Charts as tables, for readers who cannot see them or want the figures.
 */
final class ChartTables {

	/** Longer lines are reduced to their lowest, highest and last values. */
	private static final int ROWS = 40;

	private ChartTables() {
	}

	static Answer.Table of(Chart chart) {
		if (chart instanceof Chart.Bars bars) {
			return table(bars.title(), bars.y(), bars.groups(), bars.bars().stream().map(Chart.Bar::name).toList(),
					(row) -> bars.bars().stream().map((bar) -> bar.values().get(row)).toList());
		}
		if (chart instanceof Chart.HeatMap map) {
			return table(map.title() + ", " + map.unit(), map.y() + " \\ " + map.x(), map.rows(), map.columns(),
					map.values()::get);
		}
		Chart.Lines lines = (Chart.Lines) chart;
		Set<Double> places = new TreeSet<>();
		lines.lines().forEach((line) -> line.points().forEach((point) -> places.add(point.x())));
		if (places.size() > ROWS) {
			return extremes(lines);
		}
		List<Double> rows = List.copyOf(places);
		return table(lines.title() + ", " + lines.y(), lines.x(), rows.stream().map(Figures::plain).toList(),
				lines.lines().stream().map(Chart.Line::name).toList(),
				(row) -> lines.lines().stream().map((line) -> at(line, rows.get(row))).toList());
	}

	/** Returns the text of a chart for screen readers. */
	static String label(Chart chart) {
		if (chart instanceof Chart.Bars bars) {
			return "Bar chart: %s. %d groups of %d bars, %s; the figures are in the table below."
				.formatted(bars.title(), bars.groups().size(), bars.bars().size(), bars.y());
		}
		if (chart instanceof Chart.HeatMap map) {
			return "Heat map: %s. %d rows (%s) by %d columns (%s), in %s; the figures are in the table below."
				.formatted(map.title(), map.rows().size(), map.y(), map.columns().size(), map.x(), map.unit());
		}
		Chart.Lines lines = (Chart.Lines) chart;
		return "Line chart: %s. %d lines of %s over %s; the figures are in the table below.".formatted(lines.title(),
				lines.lines().size(), lines.y(), lines.x());
	}

	private static Answer.Table table(String title, String corner, List<String> rows, List<String> columns,
			Function<Integer, List<Double>> values) {
		List<List<String>> cells = new ArrayList<>();
		for (String row : rows) {
			cells.add(Stream.concat(Stream.of(row), values.apply(cells.size()).stream().map(Figures::value)).toList());
		}
		return new Answer.Table(title, Stream.concat(Stream.of(corner), columns.stream()).toList(), cells);
	}

	private static Answer.Table extremes(Chart.Lines lines) {
		List<List<String>> rows = new ArrayList<>();
		for (Chart.Line line : lines.lines()) {
			List<Chart.Point> points = line.points().stream().filter((point) -> Double.isFinite(point.y())).toList();
			Comparator<Chart.Point> byValue = Comparator.comparingDouble(Chart.Point::y);
			Chart.Point none = new Chart.Point(Double.NaN, Double.NaN);
			Chart.Point lowest = points.stream().min(byValue).orElse(none);
			Chart.Point highest = points.stream().max(byValue).orElse(none);
			Chart.Point last = points.isEmpty() ? none : points.get(points.size() - 1);
			rows.add(List.of(line.name(), Figures.value(lowest.y()), Figures.plain(lowest.x()),
					Figures.value(highest.y()), Figures.plain(highest.x()), Figures.value(last.y())));
		}
		return new Answer.Table(lines.title() + ", " + lines.y(),
				List.of("Line", "Lowest", "at " + lines.x(), "Highest", "at " + lines.x(), "Last"), rows);
	}

	private static double at(Chart.Line line, double place) {
		return line.points()
			.stream()
			.filter((point) -> point.x() == place)
			.mapToDouble(Chart.Point::y)
			.findFirst()
			.orElse(Double.NaN);
	}

}
