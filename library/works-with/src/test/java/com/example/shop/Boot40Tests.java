package com.example.shop;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootVersion;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The previous minor release of Spring Boot, with the versions that it manages.
 */
class Boot40Tests {

	@Test
	void cachesCountsAndShows() throws Exception {
		assertThat(SpringBootVersion.getVersion()).startsWith("4.0.");
		Seen.has(List.of(Seen.SERVLETS, Seen.ACTUATOR, Seen.METERS, Seen.TRANSACTIONS, Seen.VALIDATION),
				List.of(Seen.SECURITY, Seen.REACTIVE_WEB));
		try (RunningShop shop = new RunningShop("yoil.ehcache.web.enabled=true",
				"management.endpoints.web.exposure.include=metrics,yoilcaches")) {
			Seen.pricesAreCached(shop.context());
			assertThat(shop.get("/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit").body())
				.contains("\"value\":1.0");
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"pen\"");
			assertThat(shop.get("/ehcache/caches/prices").body()).contains("\"key\":\"pen\"");
			assertThat(new ConsolePage(shop.get("/ehcache/console/").body()).user()).isEmpty();
		}
	}

	@Test
	void evictsWithTheTransaction() {
		try (RunningShop shop = new RunningShop()) {
			Prices prices = shop.context().getBean(Prices.class);
			TransactionTemplate transaction = new TransactionTemplate(
					shop.context().getBean(PlatformTransactionManager.class));
			int first = prices.of("pen");
			transaction.executeWithoutResult((status) -> {
				prices.change("pen");
				status.setRollbackOnly();
			});
			assertThat(prices.of("pen")).isEqualTo(first);
			transaction.executeWithoutResult((status) -> prices.change("pen"));
			assertThat(prices.of("pen")).isGreaterThan(first);
		}
	}

}
