package dev.yoil.representation.cached;

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
		String etag = get("/greeting?name=a").headers().firstValue("ETag").orElseThrow();
		for (int i = 0; i < 4; i++) {
			get("/greeting?name=a");
		}
		for (int i = 0; i < 3; i++) {
			get("/greeting?name=a", "If-None-Match", etag);
		}
		bean(CacheManager.class).getCache("greetings").clear();
		get("/greeting?name=a");
		get("/failing");
		// A filter fails before a hit and before a request that MVC would serve.
		get("/greeting?name=a", "X-Refused", "failing");
		get("/uncached?name=a", "X-Refused", "failing");
		// The client receives the response before the server counts it.
		await().untilAsserted(() -> assertThat(requests()).containsExactlyInAnyOrder(
				"[error=none, exception=none, method=GET, outcome=SUCCESS, status=200, uri=/greeting] 6",
				"[error=none, exception=none, method=GET, outcome=REDIRECTION, status=304, uri=/greeting] 3",
				"[error=IllegalStateException, exception=IllegalStateException, method=GET, outcome=SERVER_ERROR, "
						+ "status=500, uri=/failing] 1",
				"[error=IllegalArgumentException, exception=IllegalArgumentException, method=GET, "
						+ "outcome=SERVER_ERROR, status=500, uri=UNKNOWN] 2"));
		assertThat(bean(MeterRegistry.class).find("http.server.requests")
			.tag("status", "304")
			.timer()
			.totalTime(TimeUnit.NANOSECONDS)).isPositive();
	}

}
