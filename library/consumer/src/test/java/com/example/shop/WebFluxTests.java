package com.example.shop;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A reactive application with the actuator.
 */
class WebFluxTests {

	@Test
	void cachesWithoutServlets() throws Exception {
		Seen.has(List.of(Seen.REACTIVE_WEB, Seen.ACTUATOR, Seen.METERS),
				List.of(Seen.SERVLETS, Seen.SECURITY, Seen.TRANSACTIONS));
		try (RunningShop shop = new RunningShop("management.endpoints.web.exposure.include=metrics,yoilcaches")) {
			String first = shop.get("/prices/book").body();
			assertThat(shop.get("/prices/book").body()).isEqualTo(first);
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
			assertThat(shop.get("/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit").body())
				.contains("\"value\":1.0");
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"book\"");
			assertThat(shop.get("/ehcache/caches").statusCode()).isEqualTo(404);
		}
	}

}
