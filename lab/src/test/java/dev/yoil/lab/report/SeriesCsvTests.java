package dev.yoil.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeriesCsvTests {

	/** A cell and what ends it, by RFC 4180. */
	private static final Pattern CELL = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^\",\r\n]*))(,|\r\n)");

	@Test
	void hasALinePerRunAndSecond() {
		Result result = Fixtures.beforeAfter();
		List<List<String>> lines = parse(SeriesCsv.of(result));
		assertThat(lines).hasSize(1 + 4 * 60)
			.allSatisfy((line) -> assertThat(line).hasSize(13 + Series.values().length));
		assertThat(lines.get(0)).startsWith("run", "arm", "part", "round", "second", "users", "good", "errors", "p50")
			.endsWith("listen_drops");
		Run second = result.runs().get(1);
		Second last = second.load().seconds().get(59);
		assertThat(lines.get(120)).startsWith("2", "cache-on", "", "1", "59", Integer.toString(last.users()),
				Long.toString(last.good()), "0", Figures.plain(last.latency().p50()));
	}

	@Test
	void sumsAreThoseOfTheRuns() {
		Result result = Fixtures.beforeAfter();
		List<List<String>> lines = parse(SeriesCsv.of(result));
		long good = lines.stream().skip(1).mapToLong((line) -> Long.parseLong(line.get(6))).sum();
		long errors = lines.stream().skip(1).mapToLong((line) -> Long.parseLong(line.get(7))).sum();
		assertThat(good).isEqualTo(result.runs().stream().mapToLong((run) -> run.load().total().good()).sum());
		assertThat(errors).isEqualTo(result.runs().stream().mapToLong((run) -> run.load().total().allErrors()).sum());
	}

	@Test
	void takesTheSampleOfEachSecondAndLeavesOthersEmpty() {
		List<List<String>> lines = parse(SeriesCsv.of(Fixtures.beforeAfter()));
		int pending = lines.get(0).indexOf("pool_pending");
		int hits = lines.get(0).indexOf("cache_hits");
		assertThat(lines.get(11).get(pending)).isEqualTo("50");
		assertThat(lines.get(11).get(hits)).isEmpty();
		assertThat(lines.get(71).get(hits)).isEqualTo("2910");
	}

	@Test
	void hasNoLatencyWhereNothingEnded() {
		List<List<String>> lines = parse(SeriesCsv.of(Fixtures.beforeAfter()));
		assertThat(lines.get(28).subList(8, 13)).containsOnly("");
	}

	@Test
	void quotesWhatWouldBreakALine() {
		String hostile = "a,\"b\"\r\nc";
		Run run = Fixtures.run("only", hostile, 1, 2, 1);
		Result broken = Fixtures.broken();
		List<List<String>> lines = parse(SeriesCsv.of(new Result("x", "?", "quick", Fixtures.BEGAN, 1, Fixtures.MACHINE,
				"", broken.arms(), List.of(run), null, List.of(), null)));
		assertThat(lines).hasSize(3);
		assertThat(lines.get(2).get(2)).isEqualTo(hostile);
	}

	private static List<List<String>> parse(String csv) {
		List<List<String>> lines = new ArrayList<>(List.of(new ArrayList<>()));
		Matcher cell = CELL.matcher(csv);
		int end = 0;
		while (cell.find()) {
			String quoted = cell.group(1);
			lines.get(lines.size() - 1).add((quoted != null) ? quoted.replace("\"\"", "\"") : cell.group(2));
			if (!",".equals(cell.group(3))) {
				lines.add(new ArrayList<>());
			}
			end = cell.end();
		}
		assertThat(end).as("read to the end").isEqualTo(csv.length());
		assertThat(lines.remove(lines.size() - 1)).isEmpty();
		return lines;
	}

}
