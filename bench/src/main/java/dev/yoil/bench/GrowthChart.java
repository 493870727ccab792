package dev.yoil.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

import dev.yoil.bench.Growth.Entries;
import dev.yoil.bench.Growth.Webtoons;

/**
 * How the service gets on as it grows, as lines over a logarithmic axis, one panel below
 * the other so that a phone can show it. Readable on light and on dark ground.
 */
final class GrowthChart {

	private static final int HEAD = 20;

	private final Growth growth;

	private final StringBuilder svg = new StringBuilder();

	GrowthChart(Growth growth) {
		this.growth = growth;
	}

	String svg() {
		List<LinePanel> panels = List.of(hits(), heap(), looks(), list(), page());
		int height = HEAD + panels.stream().mapToInt(LinePanel::height).sum();
		this.svg.append(String.format(Locale.ROOT, """
				<svg xmlns="http://www.w3.org/2000/svg" width="%1$d" viewBox="0 0 %1$d %2$d" role="img" \
				aria-labelledby="title desc">
				<title id="title">The service as its caches and its database grow</title>
				<desc id="desc">The same numbers are in the tables of performance.md.</desc>
				<style>
				  text { font: 15px sans-serif; fill: #1f2328 } .big { font-size: 17px; font-weight: bold }
				  .value { font-size: 13px } .end { text-anchor: end } .middle { text-anchor: middle }
				  .ground { fill: #ffffff } .axis { stroke: #8c959f } polyline { fill: none; stroke-width: 2.5 }
				  .halo { stroke: #ffffff; stroke-width: 4; paint-order: stroke; stroke-linejoin: round }
				  .c0 { stroke: #0072b2; fill: #0072b2 } .c1 { stroke: #b85c00; fill: #b85c00 } .c2 { stroke: #aa4488; fill: #aa4488 }
				  @media (prefers-color-scheme: dark) {
				    text { fill: #e6edf3 } .ground { fill: #0d1117 } .axis { stroke: #6e7681 } .halo { stroke: #0d1117 }
				    .c0 { stroke: #56b4e9; fill: #56b4e9 } .c1 { stroke: #e69f00; fill: #e69f00 }
				    .c2 { stroke: #dd99c4; fill: #dd99c4 }
				  }
				  polyline.c0, polyline.c1, polyline.c2 { fill: none }
				</style>
				<rect class="ground" width="%1$d" height="%2$d"/>
				""", LinePanel.WIDTH, height));
		int top = HEAD;
		for (LinePanel panel : panels) {
			panel.draw(this.svg, top);
			top += panel.height();
		}
		return this.svg.append("</svg>\n").toString();
	}

	private LinePanel hits() {
		return new LinePanel("Hits per second (more is better)", "entries in the cache", false,
				this.growth.cacheSizes(), List.of(ofCache("page", Entries::pageHits),
						ofCache("whole list", Entries::listHits)));
	}

	private LinePanel heap() {
		return new LinePanel("MB of heap in use", "entries in the cache", true, this.growth.cacheSizes(),
				List.of(ofCache("after a full collection", Entries::heapMegabytes)));
	}

	private LinePanel looks() {
		return new LinePanel("Milliseconds to look into it", "entries in the cache", true, this.growth.cacheSizes(),
				List.of(ofCache("first 100 entries", Entries::firstEntriesMillis)));
	}

	private LinePanel list() {
		return new LinePanel("Milliseconds to a whole list", "webtoons in the database", true,
				this.growth.databaseSizes(), List.of(ofDatabase("hit", "whole list", true),
						ofDatabase("not cached", "whole list", false)));
	}

	private LinePanel page() {
		return new LinePanel("Milliseconds to a page of 30", "webtoons in the database", true,
				this.growth.databaseSizes(), List.of(ofDatabase("hit", "first page", true),
						ofDatabase("first, not cached", "first page", false),
						ofDatabase("last, not cached", "last page", false)));
	}

	private LinePanel.Line ofCache(String name, ToDoubleFunction<Entries> value) {
		return line(name, this.growth.cacheSizes(), (size) -> this.growth.ofCache(size, value));
	}

	private LinePanel.Line ofDatabase(String name, String request, boolean cached) {
		return line(name, this.growth.databaseSizes(),
				(size) -> this.growth.ofDatabase(size, request, cached, Webtoons::p50));
	}

	private static LinePanel.Line line(String name, List<Integer> sizes, IntFunction<Spread> values) {
		return new LinePanel.Line(name, sizes.stream().map((size) -> values.apply(size).median()).toList());
	}

}
