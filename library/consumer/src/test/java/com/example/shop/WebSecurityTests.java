package com.example.shop;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC with the defaults of Spring Security.
 */
class WebSecurityTests {

	private static final String[] USER = { "spring.security.user.name=anna", "spring.security.user.password=secret" };

	private static final String ENTRIES = "/ehcache/caches/prices/entries";

	private static final String BASIC = "Basic "
			+ Base64.getEncoder().encodeToString("anna:secret".getBytes(StandardCharsets.UTF_8));

	@Test
	void cachesBehindSecurity() throws Exception {
		Seen.has(List.of(Seen.SERVLETS, Seen.SECURITY),
				List.of(Seen.ACTUATOR, Seen.METERS, Seen.REACTIVE_WEB, Seen.TRANSACTIONS));
		try (RunningShop shop = new RunningShop(USER)) {
			assertThat(shop.get("/prices/book").statusCode()).isEqualTo(401);
			HttpResponse<String> first = shop.get("/prices/book", "Authorization", BASIC);
			assertThat(first.statusCode()).isEqualTo(200);
			assertThat(shop.get("/prices/book", "Authorization", BASIC).body()).isEqualTo(first.body());
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
		}
	}

	@Test
	void letsSignedInUsersWithTheTokenChange() throws Exception {
		try (RunningShop shop = new RunningShop(USER[0], USER[1], "yoil.ehcache.web.enabled=true")) {
			String price = shop.get("/prices/book", "Authorization", BASIC).body();
			assertThat(shop.get("/ehcache/caches").statusCode()).isEqualTo(401);
			assertThat(shop.get(ENTRIES, "Authorization", BASIC).body()).contains("\"key\":\"book\"");
			// 403 becomes 401 on the way to Boot's error page, which needs a login.
			assertThat(shop.send("DELETE", ENTRIES, "Authorization", BASIC).statusCode()).isIn(401, 403);
			assertThat(shop.get("/prices/book", "Authorization", BASIC).body()).isEqualTo(price);
			ConsolePage console = new ConsolePage(shop.get("/ehcache/console/", "Authorization", BASIC).body());
			String[] csrf = console.csrf();
			assertThat(shop.send("DELETE", ENTRIES, "Authorization", BASIC, csrf[0], csrf[1]).statusCode())
				.isEqualTo(204);
			assertThat(shop.get("/prices/book", "Authorization", BASIC).body()).isNotEqualTo(price);
		}
	}

}
