package dev.yoil.bench;

import java.util.List;
import java.util.Locale;

/**
 * The results as an SVG: grouped bars, a panel with its own scale per operation, and
 * lines from the lowest to the highest fork. Readable in light and dark mode.
 */
final class Chart {

	private static final int WIDTH = 900;

	private static final int PANEL_HEIGHT = 190;

	private static final int PLOT_HEIGHT = 120;

	private static final int LEFT = 70;

	private static final int BAR = 44;

	private static final int GROUP = 400;

	private static final int HEAD = 70;

	private final Results results;

	private final StringBuilder svg = new StringBuilder();

	Chart(Results results) {
		this.results = results;
	}

	String svg() {
		int height = HEAD + Operation.values().length * PANEL_HEIGHT + 30;
		add("""
				<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" role="img" aria-labelledby="title desc">
				<title id="title">CPU time per operation of five caches</title>
				<desc id="desc">The same numbers are in the table of results.md.</desc>
				<style>
				  text { font: 13px sans-serif; fill: #1f2328 } .big { font-size: 15px; font-weight: bold }
				  .ground { fill: #ffffff } .axis { stroke: #8c959f } .error { stroke: #1f2328; stroke-width: 1.5 }
				  .c0 { fill: #0072b2 } .c1 { fill: #56b4e9 } .c2 { fill: #cc79a7 } .c3 { fill: #e69f00 } .c4 { fill: #999999 }
				  @media (prefers-color-scheme: dark) {
				    text { fill: #e6edf3 } .ground { fill: #0d1117 } .axis { stroke: #6e7681 } .error { stroke: #e6edf3 }
				    .c0 { fill: #3d9be0 } .c1 { fill: #9bd6f7 }
				  }
				</style>
				<rect class="ground" width="%1$d" height="%2$d"/>
				""",
				WIDTH, height);
		legend();
		int top = HEAD;
		for (Operation operation : Operation.values()) {
			panel(operation, top);
			top += PANEL_HEIGHT;
		}
		add("<text x=\"%d\" y=\"%d\">Lower is better. Bars: median of the forks; lines: lowest to highest fork. "
				+ "Each panel has its own scale.</text>%n", LEFT, height - 12);
		return this.svg.append("</svg>\n").toString();
	}

	private void legend() {
		int x = LEFT;
		for (Competitor cache : Competitor.values()) {
			add("<rect class=\"c%d\" x=\"%d\" y=\"20\" width=\"14\" height=\"14\"/><text x=\"%d\" y=\"32\">%s</text>%n",
					cache.ordinal(), x, x + 20, cache.title());
			x += 160;
		}
	}

	private void panel(Operation operation, int top) {
		double highest = Results.THREADS.stream()
			.flatMap((threads) -> List.of(Competitor.values())
				.stream()
				.map((cache) -> this.results.cell(operation, threads, cache).highest()))
			.max(Double::compare)
			.orElseThrow();
		double tick = tick(highest);
		int bottom = top + 30 + PLOT_HEIGHT;
		double scale = PLOT_HEIGHT / highest;
		add("<text class=\"big\" x=\"%d\" y=\"%d\">%s</text>%n", LEFT, top + 12, operation.title());
		add("<text x=\"14\" y=\"%1$d\" transform=\"rotate(-90 14 %1$d)\" text-anchor=\"middle\">CPU, ns</text>%n",
				bottom - PLOT_HEIGHT / 2);
		for (double value = 0; value <= highest; value += tick) {
			double y = bottom - value * scale;
			add("<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\" opacity=\"%s\"/>", LEFT, WIDTH - 20,
					y, (value == 0) ? "1" : "0.35");
			add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>%n", LEFT - 6, y + 4, value);
		}
		for (int threads : Results.THREADS) {
			group(operation, threads, bottom, scale);
		}
	}

	private void group(Operation operation, int threads, int bottom, double scale) {
		int left = LEFT + 20 + Results.THREADS.indexOf(threads) * GROUP;
		for (Competitor cache : Competitor.values()) {
			Results.Cell cell = this.results.cell(operation, threads, cache);
			double x = left + cache.ordinal() * (BAR + 26);
			double height = cell.median() * scale;
			add("<rect class=\"c%d\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>", cache.ordinal(), x,
					bottom - height, BAR, height);
			add("<line class=\"error\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$.1f\" y2=\"%3$.1f\"/>", x + BAR / 2.0,
					bottom - cell.lowest() * scale, bottom - cell.highest() * scale);
			add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>%n", x + BAR / 2.0,
					bottom - cell.highest() * scale - 4, Report.number(cell.median()));
		}
		add("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n", left + 162, bottom + 18,
				(threads == 1) ? "1 thread" : threads + " threads");
	}

	/** Returns a round step that gives two to five lines. */
	private static double tick(double highest) {
		double power = Math.pow(10, Math.floor(Math.log10(highest)));
		double share = highest / power;
		return power * ((share < 2) ? 0.5 : (share < 5) ? 1 : 2);
	}

	private void add(String format, Object... values) {
		this.svg.append(String.format(Locale.ROOT, format, values));
	}

}
