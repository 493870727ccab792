package dev.yoil.lab.result;

import java.util.List;

/**
 * A chart of a report, as data. Axes have units.
 */
public sealed interface Chart {

	/**
	 * Returns the title.
	 * @return one short line
	 */
	String title();

	/**
	 * Lines over an axis of numbers.
	 *
	 * @param title of the chart
	 * @param x label of the axis
	 * @param y label of the values
	 * @param lines at least one
	 * @param overTime whether the axis is the seconds of a load; such charts share a
	 * cursor and mark events
	 */
	record Lines(String title, String x, String y, List<Line> lines, boolean overTime) implements Chart {
	}

	/**
	 * A line.
	 *
	 * @param name of the line
	 * @param points in order of x
	 */
	record Line(String name, List<Point> points) {
	}

	/**
	 * A point of a line.
	 *
	 * @param x place on the axis
	 * @param y value
	 */
	record Point(double x, double y) {
	}

	/**
	 * Groups of bars.
	 *
	 * @param title of the chart
	 * @param y label of the values
	 * @param groups their names
	 * @param bars each has one value per group; NaN for none
	 * @param logarithmic whether values differ by orders of magnitude
	 */
	record Bars(String title, String y, List<String> groups, List<Bar> bars, boolean logarithmic) implements Chart {
	}

	/**
	 * The bars of one name.
	 *
	 * @param name of the bars
	 * @param values one per group
	 */
	record Bar(String name, List<Double> values) {
	}

	/**
	 * A heat map.
	 *
	 * @param title of the chart
	 * @param x label of the columns
	 * @param y label of the rows
	 * @param columns their names
	 * @param rows their names
	 * @param values a list per row with a value per column; NaN for none
	 * @param unit of the values
	 */
	record HeatMap(String title, String x, String y, List<String> columns, List<String> rows, List<List<Double>> values,
			String unit) implements Chart {
	}

}
