package com.example.shop;

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
			Seen.pricesAreCached(shop.context());
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
			System.getLogger("x").log(System.Logger.Level.INFO, shop.get("/bootui/api/cache").body());
			System.getLogger("x").log(System.Logger.Level.INFO, shop.get("/bootui/api/activity").body());
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
