package dev.yoil.lab.result;

import java.util.List;

/**
 * A chart of a report, as data.
 */
public sealed interface Chart {

	/**
	 * Returns what the chart shows.
	 * @return one short line
	 */
	String title();

	/**
	 * Lines over an axis of numbers.
	 *
	 * @param title what the chart shows
	 * @param x what the axis is, with its unit
	 * @param y what the values are, with their unit
	 * @param lines at least one
	 * @param overTime whether the axis is the seconds of a load: such charts share a
	 * cursor and mark what was done during the load
	 */
	record Lines(String title, String x, String y, List<Line> lines, boolean overTime) implements Chart {
	}

	/**
	 * A line.
	 *
	 * @param name what it is of
	 * @param points x and y, in order of x
	 */
	record Line(String name, List<Point> points) {
	}

	/**
	 * A point of a line.
	 *
	 * @param x where
	 * @param y how much
	 */
	record Point(double x, double y) {
	}

	/**
	 * Bars beside each other.
	 *
	 * @param title what the chart shows
	 * @param y what the values are, with their unit
	 * @param groups below which bars stand together
	 * @param bars of each name one value per group; NaN for none
	 * @param logarithmic whether values differ by orders of magnitude
	 */
	record Bars(String title, String y, List<String> groups, List<Bar> bars, boolean logarithmic) implements Chart {
	}

	/**
	 * The bars of one name.
	 *
	 * @param name what they are of
	 * @param values one per group
	 */
	record Bar(String name, List<Double> values) {
	}

	/**
	 * A heat map.
	 *
	 * @param title what the chart shows
	 * @param x what the columns are
	 * @param y what the rows are
	 * @param columns their names
	 * @param rows their names
	 * @param values a list per row with a value per column; NaN for none
	 * @param unit of the values
	 */
	record HeatMap(String title, String x, String y, List<String> columns, List<String> rows, List<List<Double>> values,
			String unit) implements Chart {
	}

}
