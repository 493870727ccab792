package dev.yoil.representation.cached;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Metrics of hits.
 */
class RequestTimerTests extends GreetingServiceTests {

	@Test
	void countsEveryRequestInTheSameTimers() throws Exception {
		String etag = get("/timed").headers().firstValue("ETag").orElseThrow();
		for (int i = 0; i < 4; i++) {
			get("/timed");
		}
		for (int i = 0; i < 3; i++) {
			get("/timed", "If-None-Match", etag);
		}
		bean(CacheManager.class).getCache("greetings").clear();
		get("/timed");
		get("/failing");
		// A filter fails before a hit and before a request that MVC would serve.
		get("/timed", "X-Refused", "failing");
		get("/uncached?name=timed", "X-Refused", "failing");
		// The client receives the response before the server counts it.
		await().untilAsserted(() -> assertThat(requests()).containsAllEntriesOf(Map.of(
				"[error=none, exception=none, method=GET, outcome=SUCCESS, status=200, uri=/timed]", 6L,
				"[error=none, exception=none, method=GET, outcome=REDIRECTION, status=304, uri=/timed]", 3L,
				"[error=IllegalStateException, exception=IllegalStateException, method=GET, outcome=SERVER_ERROR, "
						+ "status=500, uri=/failing]",
				1L, "[error=IllegalArgumentException, exception=IllegalArgumentException, method=GET, "
						+ "outcome=SERVER_ERROR, status=500, uri=UNKNOWN]",
				2L)));
		assertThat(requests().keySet()).filteredOn((tags) -> tags.contains("uri=/timed")).hasSize(2);
		assertThat(bean(MeterRegistry.class).find("http.server.requests")
			.tags("status", "304", "uri", "/timed")
			.timer()
			.totalTime(TimeUnit.NANOSECONDS)).isPositive();
	}

}
