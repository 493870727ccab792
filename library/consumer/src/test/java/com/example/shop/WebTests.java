package com.example.shop;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC without security.
 */
class WebTests {

	@Test
	void cachesWithoutSecurity() throws Exception {
		Seen.has(List.of(Seen.SERVLETS),
				List.of(Seen.ACTUATOR, Seen.METERS, Seen.REACTIVE_WEB, Seen.SECURITY, Seen.TRANSACTIONS));
		try (RunningShop shop = new RunningShop()) {
			HttpResponse<String> first = shop.get("/prices/book");
			assertThat(first.statusCode()).isEqualTo(200);
			assertThat(shop.get("/prices/book").body()).isEqualTo(first.body());
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
		}
	}

}
