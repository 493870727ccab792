package com.example.shop;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC behind Spring Security as Boot sets it up.
 */
class WebSecurityTests {

	private static final String BASIC = "Basic "
			+ Base64.getEncoder().encodeToString("anna:secret".getBytes(StandardCharsets.UTF_8));

	@Test
	void cachesBehindSecurity() throws Exception {
		Seen.has(List.of(Seen.SERVLETS, Seen.SECURITY),
				List.of(Seen.ACTUATOR, Seen.METERS, Seen.REACTIVE_WEB, Seen.TRANSACTIONS));
		try (RunningShop shop = new RunningShop("spring.security.user.name=anna",
				"spring.security.user.password=secret")) {
			assertThat(shop.get("/prices/book").statusCode()).isEqualTo(401);
			HttpResponse<String> first = shop.get("/prices/book", "Authorization", BASIC);
			assertThat(first.statusCode()).isEqualTo(200);
			assertThat(shop.get("/prices/book", "Authorization", BASIC).body()).isEqualTo(first.body());
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
		}
	}

}
