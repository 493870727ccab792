package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;

/**
 * All seconds of all runs as a table for programs (RFC 4180): latencies in milliseconds,
 * series in their units; a cell is empty where nothing was measured.
 */
final class SeriesCsv {

	private static final List<String> COLUMNS = List.of("run", "arm", "part", "round", "second", "users", "good",
			"errors", "p50", "p90", "p95", "p99", "max");

	private SeriesCsv() {
	}

	/**
	 * Makes the table.
	 * @param result of which experiment
	 * @return with a head, and a line per run and second
	 */
	static String of(Result result) {
		StringBuilder csv = new StringBuilder();
		line(csv, Stream.concat(COLUMNS.stream(),
				Stream.of(Series.values()).map((series) -> series.name().toLowerCase(Locale.ROOT))));
		for (int index = 0; index < result.runs().size(); index++) {
			Run run = result.runs().get(index);
			Samples samples = new Samples(run.samples());
			for (Second second : run.load().seconds()) {
				line(csv, cells(index + 1, run, second, samples).stream());
			}
		}
		return csv.toString();
	}

	private static List<String> cells(int number, Run run, Second second, Samples samples) {
		List<String> cells = new ArrayList<>(List.of(Integer.toString(number), run.arm(), run.part(),
				Integer.toString(run.round()), Integer.toString(second.second()), Integer.toString(second.users()),
				Long.toString(second.good()), Long.toString(second.allErrors())));
		Latency latency = second.latency();
		Stream.of(latency.p50(), latency.p90(), latency.p95(), latency.p99(), latency.max())
			.map((value) -> (latency.count() > 0) ? Figures.plain(value) : "")
			.forEach(cells::add);
		for (Series series : Series.values()) {
			cells.add(Figures.plain(samples.at(second.second(), series)));
		}
		return cells;
	}

	private static void line(StringBuilder csv, Stream<String> cells) {
		csv.append(cells.map(SeriesCsv::cell).collect(Collectors.joining(","))).append("\r\n");
	}

	private static String cell(String text) {
		boolean plain = text.chars().noneMatch((character) -> ",\"\r\n".indexOf(character) >= 0);
		return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
	}

}
