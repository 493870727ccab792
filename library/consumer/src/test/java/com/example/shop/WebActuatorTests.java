package com.example.shop;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC with the actuator.
 */
class WebActuatorTests {

	@Test
	void countsHits() throws Exception {
		Seen.has(List.of(Seen.SERVLETS, Seen.ACTUATOR, Seen.METERS),
				List.of(Seen.REACTIVE_WEB, Seen.SECURITY, Seen.TRANSACTIONS, Seen.VALIDATION));
		try (RunningShop shop = new RunningShop("management.endpoints.web.exposure.include=metrics")) {
			shop.get("/prices/book");
			shop.get("/prices/book");
			assertThat(shop.get("/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit").body())
				.contains("\"value\":1.0");
			assertThat(shop.get("/actuator/yoilcaches").statusCode()).isEqualTo(404);
		}
	}

	@Test
	void findsCachesThatSentryTraces() throws Exception {
		try (RunningShop shop = new RunningShop("management.endpoints.web.exposure.include=metrics,yoilcaches",
				"sentry.dsn=http://key@127.0.0.1:9/1", "sentry.enable-cache-tracing=true",
				"sentry.traces-sample-rate=1", "sentry.shutdown-timeout-millis=0")) {
			assertThat(shop.context().getBean(CacheManager.class).getClass().getName()).startsWith("io.sentry.");
			shop.get("/prices/book");
			shop.get("/prices/book");
			assertThat(shop.get("/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit").body())
				.contains("\"value\":1.0");
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"book\"", "\"loads\":1");
		}
	}

}
