package com.example.shop;

import java.util.List;

import org.junit.jupiter.api.Test;

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

}
