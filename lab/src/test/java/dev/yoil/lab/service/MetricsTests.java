package dev.yoil.lab.service;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MetricsTests {

	private static final String TEXT = """
			# HELP cache_gets_total the number of lookups
			# TYPE cache_gets_total counter
			cache_gets_total{cache="findGenres",name="findGenres",result="hit"} 40.0
			cache_gets_total{cache="findGenres",name="findGenres",result="miss"} 2.0
			cache_gets_total{cache="renderPage",name="renderPage",result="hit"} 2.5E2
			hikaricp_connections_pending{pool="HikariPool-1"} 7.0
			process_uptime_seconds 12.25
			odd{text="a \\"quoted\\" one, with } and \\\\ and \\n",other="2"} 3 1700000000000
			largest +Inf
			unknown NaN

			""";

	private final Metrics metrics = Metrics.parse(TEXT);

	@Test
	void addsUpWhatHasALabel() {
		assertThat(this.metrics.sum("cache_gets_total", "result", "hit")).hasValue(290);
		assertThat(this.metrics.sum("cache_gets_total", "result", "miss")).hasValue(2);
		assertThat(this.metrics.sum("cache_gets_total")).hasValue(292);
	}

	@Test
	void readsFiguresWithoutLabels() {
		assertThat(this.metrics.sum("process_uptime_seconds")).hasValue(12.25);
		assertThat(this.metrics.sum("largest")).hasValue(Double.POSITIVE_INFINITY);
	}

	@Test
	void readsWhateverStandsInALabel() {
		assertThat(this.metrics.sum("odd", "text", "a \"quoted\" one, with } and \\ and \n")).hasValue(3);
		assertThat(this.metrics.sum("odd", "other", "2")).hasValue(3);
	}

	@Test
	void hasNothingWhereNothingIsTold() {
		assertThat(this.metrics.sum("hikaricp_connections_active")).isEmpty();
		assertThat(this.metrics.sum("hikaricp_connections_pending", "pool", "another")).isEmpty();
		assertThat(this.metrics.sum("unknown")).isEmpty();
		assertThat(this.metrics.sum("# HELP")).isEmpty();
	}

	@Test
	void leavesOutWhatItDoesNotUnderstand() {
		Metrics broken = Metrics.parse("half{label=\nhalf{label=\"a\nno figure\nhalf 1,5\nwhole{a=\"b\"} 2\n");
		assertThat(broken.sum("half")).isEmpty();
		assertThat(broken.sum("no")).isEmpty();
		assertThat(broken.sum("whole")).hasValue(2);
	}

}
