package com.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * BootUI, which wraps the cache manager.
 */
class BootUiTests {

	private static final String[] CONSOLE = { "bootui.enabled=ON",
			"management.endpoints.web.exposure.include=metrics,yoilcaches" };

	@Test
	void cachesThroughTheWrapper() throws Exception {
		try (RunningShop shop = new RunningShop(CONSOLE)) {
			assertThat(shop.context().getBean(CacheManager.class).getClass().getName())
				.startsWith("io.github.jdubois.bootui.");
			Prices prices = shop.context().getBean(Prices.class);
			int first = prices.of("pen");
			assertThat(prices.of("pen")).isEqualTo(first);
			prices.change("pen");
			assertThat(prices.of("pen")).isGreaterThan(first);
			int pens = prices.inStock("pen");
			assertThat(prices.inStock("pen")).isEqualTo(pens);
			prices.deliver("pen");
			assertThat(prices.inStock("pen")).isGreaterThan(pens);
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"pen\"", "\"loads\":2");
			assertThat(shop.get("/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit").body())
				.contains("\"value\":1.0");
		}
	}

	@Test
	void showsCachesAndEmptiesThem() throws Exception {
		try (RunningShop shop = new RunningShop(CONSOLE)) {
			String price = shop.get("/prices/book").body();
			assertThat(shop.get("/prices/book").body()).isEqualTo(price);
			assertThat(shop.get("/bootui/api/cache").body())
				.contains("\"type\":\"dev.yoil.ehcache.EhCacheCacheManager\"", "\"name\":\"prices\"");
			assertThat(shop.get("/bootui/api/activity").body()).contains("MISS prices", "PUT prices", "HIT prices");
			HttpRequest clear = HttpRequest
				.newBuilder(URI.create("http://127.0.0.1:"
						+ shop.context().getEnvironment().getProperty("local.server.port") + "/bootui/api/cache/clear"))
				.header("Content-Type", "application/json")
				.POST(BodyPublishers
					.ofString("{\"managerName\":\"cacheManager\",\"cacheName\":\"prices\",\"confirm\":true}"))
				.build();
			HttpResponse<String> cleared = HttpClient.newHttpClient().send(clear, BodyHandlers.ofString());
			assertThat(cleared.statusCode()).as(cleared.body()).isEqualTo(200);
			assertThat(shop.get("/prices/book").body()).isNotEqualTo(price);
		}
	}

	@Test
	void refusesFuturesBecauseItsWrapperDoes() {
		try (RunningShop shop = new RunningShop(CONSOLE)) {
			AsyncPrices prices = shop.context().getBean(AsyncPrices.class);
			assertThatThrownBy(() -> prices.of("pen")).isInstanceOf(UnsupportedOperationException.class);
			assertThatThrownBy(() -> prices.inStock("pen")).isInstanceOf(UnsupportedOperationException.class);
		}
	}

}
