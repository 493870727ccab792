package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.yoil.lab.result.Answer;
import dev.yoil.lab.result.Chart;

/**
 * Charts as tables, for those who cannot see them or want the figures.
 */
final class ChartTables {

	/** More rows are told by their lowest, highest and last. */
	private static final int ROWS = 40;

	private ChartTables() {
	}

	/**
	 * Makes the table of a chart.
	 * @param chart any
	 * @return what it shows
	 */
	static Answer.Table of(Chart chart) {
		if (chart instanceof Chart.Bars bars) {
			return bars(bars);
		}
		if (chart instanceof Chart.HeatMap map) {
			return heatMap(map);
		}
		Chart.Lines lines = (Chart.Lines) chart;
		Set<Double> places = new TreeSet<>();
		lines.lines().forEach((line) -> line.points().forEach((point) -> places.add(point.x())));
		return (places.size() <= ROWS) ? points(lines, places) : extremes(lines);
	}

	/**
	 * Says in a line what a chart is.
	 * @param chart any
	 * @return its kind, title and size
	 */
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

	private static Answer.Table bars(Chart.Bars bars) {
		List<String> columns = new ArrayList<>(List.of(bars.y()));
		bars.bars().forEach((bar) -> columns.add(bar.name()));
		List<List<String>> rows = new ArrayList<>();
		for (String group : bars.groups()) {
			List<String> row = new ArrayList<>(List.of(group));
			bars.bars().forEach((bar) -> row.add(cell(bar.values(), rows.size())));
			rows.add(row);
		}
		return new Answer.Table(bars.title(), columns, rows);
	}

	private static Answer.Table heatMap(Chart.HeatMap map) {
		List<String> columns = new ArrayList<>(List.of(map.y() + " \\ " + map.x()));
		columns.addAll(map.columns());
		List<List<String>> rows = new ArrayList<>();
		for (String name : map.rows()) {
			List<Double> values = (rows.size() < map.values().size()) ? map.values().get(rows.size()) : List.of();
			List<String> row = new ArrayList<>(List.of(name));
			for (int column = 0; column < map.columns().size(); column++) {
				row.add(cell(values, column));
			}
			rows.add(row);
		}
		return new Answer.Table(map.title() + ", " + map.unit(), columns, rows);
	}

	private static Answer.Table points(Chart.Lines lines, Set<Double> places) {
		List<String> columns = new ArrayList<>(List.of(lines.x()));
		lines.lines().forEach((line) -> columns.add(line.name()));
		List<List<String>> rows = new ArrayList<>();
		for (double place : places) {
			List<String> row = new ArrayList<>(List.of(Figures.plain(place)));
			lines.lines().forEach((line) -> row.add(at(line, place)));
			rows.add(row);
		}
		return new Answer.Table(lines.title() + ", " + lines.y(), columns, rows);
	}

	private static Answer.Table extremes(Chart.Lines lines) {
		List<List<String>> rows = new ArrayList<>();
		for (Chart.Line line : lines.lines()) {
			List<Chart.Point> points = line.points().stream().filter((point) -> Double.isFinite(point.y())).toList();
			if (points.isEmpty()) {
				rows.add(List.of(line.name(), "–", "–", "–", "–", "–"));
				continue;
			}
			Chart.Point lowest = points.stream().min(Comparator.comparingDouble(Chart.Point::y)).orElseThrow();
			Chart.Point highest = points.stream().max(Comparator.comparingDouble(Chart.Point::y)).orElseThrow();
			rows.add(List.of(line.name(), Figures.value(lowest.y()), Figures.plain(lowest.x()),
					Figures.value(highest.y()), Figures.plain(highest.x()),
					Figures.value(points.get(points.size() - 1).y())));
		}
		return new Answer.Table(lines.title() + ", " + lines.y(),
				List.of("Line", "Lowest", "at " + lines.x(), "Highest", "at " + lines.x(), "Last"), rows);
	}

	private static String at(Chart.Line line, double place) {
		return line.points()
			.stream()
			.filter((point) -> point.x() == place)
			.map((point) -> Figures.value(point.y()))
			.findFirst()
			.orElse("–");
	}

	private static String cell(List<Double> values, int index) {
		return Figures.value((index < values.size()) ? values.get(index) : Double.NaN);
	}

}
