package dev.yoil.lab.service;

import java.util.OptionalDouble;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MetricsTests {

	private static final String TEXT = """
			# HELP cache_gets_total the number of lookups
			cache_gets_total{cache="findGenres",name="findGenres",result="hit"} 40.0
			cache_gets_total{cache="findGenres",name="findGenres",result="miss"} 2.0
			cache_gets_total{cache="renderPage",name="renderPage",result="hit"} 2.5E2
			process_uptime_seconds 12.25
			odd{text="a \\"quoted\\" one, with } and \\\\ and \\n",other="2"} 3 1700000000000
			unknown NaN
			half{label="a
			half 1,5
			""";

	private static OptionalDouble sum(String name, String labels) {
		return Metrics.parse(TEXT).sum(name, Pattern.compile(labels));
	}

	@Test
	void addsUpValuesByNameAndLabels() {
		assertThat(sum("cache_gets_total", "result=\"hit\"")).hasValue(290);
		assertThat(sum("cache_gets_total", "")).hasValue(292);
		assertThat(sum("process_uptime_seconds", "")).hasValue(12.25);
		assertThat(sum("odd", "other=\"2\"")).hasValue(3);
	}

	@Test
	void leavesOutOtherLines() {
		assertThat(sum("hikaricp_connections_active", "")).isEmpty();
		assertThat(sum("cache_gets_total", "result=\"none\"")).isEmpty();
		assertThat(sum("unknown", "")).isEmpty();
		assertThat(sum("half", "")).isEmpty();
	}

}
