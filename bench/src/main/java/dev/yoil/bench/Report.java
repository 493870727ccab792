package dev.yoil.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Writes the results as a table into docs/results.md, between two marks that keep the
 * text around it, and as a chart into docs/caches.svg.
 */
final class Report {

	private final Results results;

	Report(Results results) {
		this.results = results;
	}

	void write(Path docs) throws IOException {
		new MeasuredPart(docs.resolve("results.md"), "bench/caches.sh").write(measured());
		Files.writeString(docs.resolve("caches.svg"), new Chart(this.results).svg());
	}

	private String measured() {
		return """
				CPU time of the JVM per operation in ns, garbage collection and background work included: medians on one / on two
				threads. The ratio is that of Yoil to Ehcache 3.

				%s
				%s.
				%s.
				%s.
				%s; %s.
				""".formatted(table(), this.results.machine(), this.results.jdk(),
				String.join(", ", this.results.versions()), this.results.timing(), this.results.day());
	}

	private String table() {
		StringBuilder text = new StringBuilder("| operation |");
		for (Competitor cache : Competitor.values()) {
			text.append(' ').append(cache.title()).append(" |");
		}
		text.append(" ratio |\n|---|").append("---:|".repeat(Competitor.values().length + 1)).append('\n');
		for (Operation operation : Operation.values()) {
			text.append(row(operation));
		}
		return text.toString();
	}

	private String row(Operation operation) {
		StringBuilder row = new StringBuilder("| " + operation.title() + " |");
		for (Competitor cache : Competitor.values()) {
			row.append(cells((threads) -> number(this.results.cell(operation, threads, cache).median())));
		}
		row.append(cells((threads) -> String.format(Locale.ROOT, "%.2f", ratio(operation, threads))));
		return row.append('\n').toString();
	}

	private double ratio(Operation operation, int threads) {
		return this.results.cell(operation, threads, Competitor.OURS)
			.ratioTo(this.results.cell(operation, threads, Competitor.NATIVE));
	}

	private static String cells(IntFunction<String> cell) {
		return Results.THREADS.stream().map(cell::apply).collect(Collectors.joining(" / ", " ", " |"));
	}

	static String number(double nanos) {
		return String.format(Locale.ROOT, (nanos < 9.95) ? "%.1f" : "%,.0f", nanos);
	}

}
