package dev.yoil.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One plot of {@link GrowthChart}: a few lines over a logarithmic axis, with every value
 * written at its point.
 *
 * @param title what goes up
 * @param across what goes to the right
 * @param logarithmic whether the values too are on a logarithmic axis; else it begins at
 * 0
 * @param sizes the points of the axis that goes to the right, rising
 * @param lines what is drawn, at most three
 */
record LinePanel(String title, String across, boolean logarithmic, List<Integer> sizes, List<Line> lines) {

	static final int WIDTH = 520;

	private static final int LEFT = 76;

	private static final int RIGHT = 40;

	private static final int PLOT = 190;

	private static final int LEGEND = 60;

	/** How far apart texts must be to be read. */
	private static final int LINE_HEIGHT = 14;

	int height() {
		return LEGEND + PLOT + 84;
	}

	void draw(StringBuilder svg, int top) {
		int bottom = top + LEGEND + PLOT;
		add(svg, "<text class=\"big\" x=\"16\" y=\"%d\">%s</text>%n", top + 14, this.title);
		legend(svg, top + 40);
		for (double tick : ticks()) {
			add(svg, "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\" opacity=\"0.35\"/>", LEFT - 8,
					WIDTH - RIGHT + 24, y(tick, bottom));
			add(svg, "<text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>%n", LEFT - 14, y(tick, bottom) + 5,
					round(tick));
		}
		for (int size : this.sizes) {
			add(svg, "<text class=\"middle\" x=\"%.1f\" y=\"%d\">%,d</text>%n", x(size), bottom + 24, size);
		}
		add(svg, "<text class=\"middle\" x=\"%d\" y=\"%d\">%s</text>%n", (LEFT + WIDTH - RIGHT) / 2, bottom + 46,
				this.across);
		for (int line = 0; line < this.lines.size(); line++) {
			line(svg, line, bottom);
		}
		for (int point = 0; point < this.sizes.size(); point++) {
			values(svg, point, bottom);
		}
	}

	private void legend(StringBuilder svg, int y) {
		int x = 24;
		for (int line = 0; line < this.lines.size(); line++) {
			mark(svg, line, x, y - 5);
			String name = this.lines.get(line).name();
			add(svg, "<text x=\"%d\" y=\"%d\">%s</text>%n", x + 12, y, name);
			x += 44 + name.length() * 8;
		}
	}

	private void line(StringBuilder svg, int line, int bottom) {
		StringBuilder points = new StringBuilder();
		for (int point = 0; point < this.sizes.size(); point++) {
			add(points, "%.1f,%.1f ", x(this.sizes.get(point)), y(value(line, point), bottom));
		}
		add(svg, "<polyline class=\"c%d\" points=\"%s\"/>%n", line, points.toString().strip());
		for (int point = 0; point < this.sizes.size(); point++) {
			mark(svg, line, x(this.sizes.get(point)), y(value(line, point), bottom));
		}
	}

	/**
	 * Each line has marks of a shape of its own, for those who see colours otherwise.
	 */
	private static void mark(StringBuilder svg, int line, double x, double y) {
		switch (line) {
			case 0 -> add(svg, "<circle class=\"c0\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>%n", x, y);
			case 1 ->
				add(svg, "<rect class=\"c1\" x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\"/>%n", x - 4.5, y - 4.5);
			default -> add(svg, "<path class=\"c2\" d=\"M%.1f %.1fl6 10h-12z\"/>%n", x, y - 6);
		}
	}

	/**
	 * Writes the values of one size above their points, or below where the next point is
	 * near.
	 */
	private void values(StringBuilder svg, int point, int bottom) {
		List<Integer> downwards = new ArrayList<>();
		for (int line = 0; line < this.lines.size(); line++) {
			downwards.add(line);
		}
		downwards.sort(Comparator.comparingDouble((line) -> -value(line, point)));
		double taken = Double.NEGATIVE_INFINITY;
		for (int line : downwards) {
			double y = y(value(line, point), bottom);
			double text = (y - taken > LINE_HEIGHT + 12) ? y - 10 : Math.max(y + 20, taken + LINE_HEIGHT);
			add(svg, "<text class=\"value middle halo\" x=\"%.1f\" y=\"%.1f\">%s</text>%n", x(this.sizes.get(point)),
					text, Spread.number(value(line, point)));
			taken = Math.max(y, text);
		}
	}

	private double value(int line, int point) {
		return this.lines.get(line).values().get(point);
	}

	private double x(int size) {
		double first = Math.log10(this.sizes.get(0));
		double last = Math.log10(this.sizes.get(this.sizes.size() - 1));
		return LEFT + 20 + (Math.log10(size) - first) / (last - first) * (WIDTH - LEFT - RIGHT - 40);
	}

	private double y(double value, int bottom) {
		List<Double> ticks = ticks();
		double least = scaled(ticks.get(0));
		double most = scaled(ticks.get(ticks.size() - 1));
		return bottom - (scaled(value) - least) / (most - least) * PLOT;
	}

	private double scaled(double value) {
		return this.logarithmic ? Math.log10(value) : value;
	}

	/**
	 * Returns round numbers from below the least to above the greatest value.
	 */
	private List<Double> ticks() {
		double least = this.lines.stream().flatMap((line) -> line.values().stream()).min(Double::compare).orElseThrow();
		double most = this.lines.stream().flatMap((line) -> line.values().stream()).max(Double::compare).orElseThrow();
		List<Double> ticks = new ArrayList<>();
		if (this.logarithmic) {
			double tick = Math.pow(10, Math.floor(Math.log10(least)));
			while (ticks.size() < 2 || ticks.get(ticks.size() - 1) < most) {
				ticks.add(tick);
				tick *= 10;
			}
			return ticks;
		}
		double power = Math.pow(10, Math.floor(Math.log10(most)));
		double step = power * ((most / power < 2) ? 0.5 : (most / power < 5) ? 1 : 2);
		double tick = 0;
		while (tick < most + step) {
			ticks.add(tick);
			tick += step;
		}
		return ticks;
	}

	private static String round(double tick) {
		return (tick > 0 && tick < 1) ? String.valueOf(tick) : String.format(Locale.ROOT, "%,.0f", tick);
	}

	private static void add(StringBuilder text, String format, Object... values) {
		text.append(String.format(Locale.ROOT, format, values));
	}

	/**
	 * A line.
	 *
	 * @param name what it is
	 * @param values one for each size
	 */
	record Line(String name, List<Double> values) {
	}

}
