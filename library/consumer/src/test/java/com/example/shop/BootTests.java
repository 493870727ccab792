package com.example.shop;

import java.util.List;

import dev.yoil.ehcache.region.Regions;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Boot alone.
 */
class BootTests {

	@Test
	void cachesWithNothingButBoot() {
		Seen.has(List.of(Seen.BOOT), List.of(Seen.ACTUATOR, Seen.METERS, Seen.REACTIVE_WEB, Seen.SECURITY,
				Seen.SERVLETS, Seen.TRANSACTIONS, Seen.VALIDATION));
		try (ConfigurableApplicationContext shop = SpringApplication.run(Shop.class)) {
			Seen.pricesAreCached(shop);
		}
	}

	@Test
	void followsChangesOfRegionsWithoutTransactions() {
		try (ConfigurableApplicationContext shop = SpringApplication.run(Shop.class)) {
			Prices prices = shop.getBean(Prices.class);
			int pens = prices.inStock("pen");
			shop.getBean(Regions.class).changed("stock");
			assertThat(prices.inStock("pen")).isGreaterThan(pens);
		}
	}

}
