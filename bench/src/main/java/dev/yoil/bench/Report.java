package dev.yoil.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import dev.yoil.bench.Results.Price;

/**
 * The numbers as a table in docs/performance.md, between two marks so that the
 * text around them stays, and as docs/caches.svg.
 */
final class Report {

	private final Results results;

	Report(Results results) {
		this.results = results;
	}

	void write(Path docs) throws IOException {
		new MeasuredPart(docs.resolve("performance.md"), "bench/caches.sh").write(measured());
		Files.writeString(docs.resolve("caches.svg"), new Chart(this.results).svg());
	}

	private String measured() {
		return """
				Processor time of the JVM per operation in nanoseconds, garbage collection and background work included: the median of
				the forks, and from the lowest to the highest.

				%s
				Time that passed per operation of one thread, waiting included, in nanoseconds:

				%s
				The last column compares round by round and takes the median.

				%s"""
			.formatted(table(Price.PROCESSOR), table(Price.ELAPSED), circumstances());
	}

	private String table(Price price) {
		StringBuilder text = new StringBuilder("| operation | threads |");
		for (Competitor cache : Competitor.values()) {
			text.append(' ').append(cache.title()).append(" |");
		}
		text.append(" ours / Ehcache 3 |\n| --- | ---: |");
		text.append(" ---: |".repeat(Competitor.values().length + 1)).append('\n');
		for (Operation operation : Operation.values()) {
			for (int threads : Results.THREADS) {
				text.append(row(operation, threads, price));
			}
		}
		return text.toString();
	}

	private String row(Operation operation, int threads, Price price) {
		StringBuilder row = new StringBuilder("| " + operation.title() + " | " + threads + " |");
		for (Competitor cache : Competitor.values()) {
			Results.Cell cell = this.results.cell(operation, threads, cache);
			row.append(" %s (%s to %s) |".formatted(number(cell.median(price)), number(cell.lowest(price)),
					number(cell.highest(price))));
		}
		double ratio = this.results.cell(operation, threads, Competitor.OURS)
			.timesAsMuchAs(this.results.cell(operation, threads, Competitor.NATIVE), price);
		return row.append(String.format(Locale.ROOT, " %.2f |\n", ratio)).toString();
	}

	private String circumstances() {
		return """
				%s.
				%s.
				%s.
				%s; measured on %s with `%s`.
				""".formatted(this.results.machine(), this.results.jdk(), String.join(", ", this.results.versions()),
				this.results.timing(), this.results.day(), this.results.command());
	}

	static String number(double nanos) {
		return String.format(Locale.ROOT, (nanos < 9.95) ? "%.1f" : "%,.0f", nanos);
	}

}
