package dev.yoil.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code bench/http.sh} measured, as a table in docs/performance.md.
 *
 * @param circumstances where and how it was measured
 * @param samples one for each request, service and round, in the order of time
 */
record HttpReport(Circumstances circumstances, List<Sample> samples) {

	private static final String CACHED = "cached";

	private static final String UNCACHED = "uncached";

	private static final String REREAD = "reread";

	/**
	 * Writes the table.
	 * @param args the root of the repository
	 * @throws IOException if it cannot be written
	 */
	public static void main(String[] args) throws IOException {
		Path root = Path.of(args[0]);
		HttpReport report = JsonMapper.builder()
			.build()
			.readValue(root.resolve("bench/results/http.json").toFile(), HttpReport.class);
		new MeasuredPart(root.resolve("docs/performance.md"), "bench/http.sh").write(report.measured());
	}

	private String measured() {
		StringBuilder rates = new StringBuilder();
		StringBuilder latencies = new StringBuilder();
		this.samples.stream().map(Sample::request).distinct().forEach((request) -> {
			rates.append("| %s | %,d | %s | %s | %s | %s | %s |\n".formatted(request,
					rounds(request, CACHED).get(0).bytes(), rate(request, CACHED), rate(request, UNCACHED),
					rate(request, REREAD), ratio(request, UNCACHED), ratio(request, REREAD)));
			latencies.append("| %s | %s | %s | %s |\n".formatted(request, latency(request, CACHED),
					latency(request, UNCACHED), latency(request, REREAD)));
		});
		return """
				%sAnswers per second: the median of the rounds, and from the lowest to the highest.

				| request | bytes of an answer | cached | not cached | not cached, read anew | cached / not cached | cached / read anew |
				| --- | ---: | ---: | ---: | ---: | ---: | ---: |
				%s
				The last two columns compare round by round and take the median. The bytes are those on the wire, head and body.

				Milliseconds from request to answer under that load, p50 and p99, each the median of the rounds:

				| request | cached | not cached | not cached, read anew |
				| --- | ---: | ---: | ---: |
				%s
				%s"""
			.formatted(this.circumstances.warning(), rates, latencies, this.circumstances.text());
	}

	private String rate(String request, String service) {
		return Spread.of(rounds(request, service), Sample::perSecond).text();
	}

	private String latency(String request, String service) {
		return "%s, %s".formatted(Spread.number(Spread.of(rounds(request, service), Sample::p50).median()),
				Spread.number(Spread.of(rounds(request, service), Sample::p99).median()));
	}

	private String ratio(String request, String service) {
		List<Sample> cached = rounds(request, CACHED);
		List<Sample> other = rounds(request, service);
		double[] ratios = new double[cached.size()];
		Arrays.setAll(ratios, (round) -> cached.get(round).perSecond() / other.get(round).perSecond());
		return Spread.number(new Spread(ratios).median());
	}

	private List<Sample> rounds(String request, String service) {
		return this.samples.stream()
			.filter((sample) -> sample.request().equals(request) && sample.service().equals(service))
			.toList();
	}

	/**
	 * One round of one request at one of the services.
	 *
	 * @param request the request
	 * @param service which service: with caches, without, or without those of the
	 * database too
	 * @param round the round, from 1
	 * @param bytes of an answer, head and body
	 * @param perSecond answers per second
	 * @param p50 the median of the milliseconds to an answer
	 * @param p99 their 99th percentile
	 */
	record Sample(String request, String service, int round, long bytes, double perSecond, double p50, double p99) {
	}

}
