package dev.yoil.lab.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Result;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ReportPageTests {

	private static final Pattern SCRIPT = Pattern
		.compile("<script(?: type=\"application/json\" id=\"data\")?>(.*?)</script>", Pattern.DOTALL);

	@Test
	void showsHeadlineThenChartThenTableAndCaveatsLast() {
		assertThat(withoutLibrary(Fixtures.beforeAfter())).containsSubsequence("<html lang=\"en\">",
				"<h1>With the cache the service gave 12.4 times", "How much faster do pages", "data-chart=\"0\"",
				"<caption>Published, and here</caption>", "data-chart=\"1\"", "data-chart=\"3\"", "Second by second",
				"Every run", "Counted by the service", "<th scope=\"row\">1</th>", "Conditions", "Example CPU 3000",
				"spring.datasource.hikari.maximum-pool-size", "Caveats", "The generator used 0.9 of 2");
	}

	@Test
	void everyChartHasAText() {
		assertThat(ReportPage.of(Fixtures.beforeAfter()))
			.contains(
					"aria-label=\"Heat map: Mean TPS by threads and pool. 6 rows (Tomcat threads) by 5 columns (pool)")
			.contains("aria-label=\"Bar chart: Answers by operation. 4 groups of 2 bars")
			.contains("aria-label=\"Line chart: Users against latency. 2 lines of ms over users");
	}

	@Test
	void saysThatItWasBrokenOff() {
		String page = withoutLibrary(Fixtures.broken());
		assertThat(page).containsSubsequence("No answer", "<strong>Broken off.</strong> stopped by Ctrl-C");
		assertThat(ReportPage.of(Fixtures.beforeAfter())).doesNotContain("Broken off.");
	}

	@Test
	void hostileTextsStayTexts() {
		String page = ReportPage.of(Fixtures.broken());
		assertThat(page).doesNotContain("<script>alert")
			.contains("&lt;script&gt;alert(1)&lt;/script&gt;|&quot;&#39;&amp;{{title}}");
		assertThat(scripts(page)).hasSize(3);
		JsonNode data = data(page);
		assertThat(data.at("/runs/1/part").asString()).isEqualTo(Fixtures.HOSTILE);
		assertThat(data.at("/runs/1/events/0/what").asString()).isEqualTo(Fixtures.HOSTILE);
	}

	@Test
	void runsNoScriptsButItsOwn() throws Exception {
		String page = ReportPage.of(Fixtures.broken());
		Matcher policy = Pattern.compile("script-src ([^;]+);").matcher(page);
		assertThat(policy.find()).isTrue();
		List<String> scripts = scripts(page);
		assertThat(policy.group(1)).isEqualTo(hash(scripts.get(1)) + " " + hash(scripts.get(2)));
		assertThat(page).contains("default-src 'none'").doesNotContain(" onclick=", " onload=", "javascript:");
	}

	@Test
	void hasTheDataOfEverySecond() {
		JsonNode data = data(ReportPage.of(Fixtures.beforeAfter()));
		assertThat(data.at("/runs").size()).isEqualTo(4);
		assertThat(data.at("/runs/0/good").size()).isEqualTo(60);
		assertThat(data.at("/runs/0/latency/p50/27").isNull()).isTrue();
		assertThat(data.at("/runs/0/errors/503/30").asInt()).isEqualTo(120);
		assertThat(data.at("/runs/0/series").has("CACHE_HITS")).isFalse();
		assertThat(data.at("/runs/1/series/CACHE_HITS/10").asInt()).isEqualTo(2910);
		assertThat(data.at("/charts/3/values/2/4").isNull()).isTrue();
	}

	@Test
	void foldsLongLinesToTheirExtremes() {
		List<Chart.Point> points = IntStream.range(0, 100)
			.mapToObj((x) -> new Chart.Point(x, (x == 7) ? Double.NaN : 200 - x))
			.toList();
		Chart chart = new Chart.Lines("t", "second", "ms", List.of(new Chart.Line("p50", points)), true);
		assertThat(ChartTables.of(chart).rows()).containsExactly(List.of("p50", "101", "99", "200", "0", "101"));
	}

	@Test
	void scriptsCannotEndTheirElement() {
		assertThat(Html.script("a = '</SCRIPT><!--<script>'").markup())
			.isEqualTo("a = '\\x3c/SCRIPT>\\x3c!--\\x3cscript>'");
	}

	/** The library is long, and looking through it takes long. */
	private static String withoutLibrary(Result result) {
		return ReportPage.of(result).replace(Template.echarts(), "");
	}

	private static List<String> scripts(String page) {
		return SCRIPT.matcher(page).results().map((match) -> match.group(1)).toList();
	}

	private static JsonNode data(String page) {
		return JsonMapper.shared().readTree(scripts(page).get(0));
	}

	private static String hash(String script) throws Exception {
		byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
		return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
	}

}
