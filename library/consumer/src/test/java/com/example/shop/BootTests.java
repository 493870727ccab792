package com.example.shop;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Spring Boot and nothing else.
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

}
