package com.example.shop;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.tier.ValueCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Boot alone.
 */
class BootTests {

	@Test
	void cachesWithNothingButBoot() {
		Seen.has(List.of(Seen.BOOT), List.of(Seen.ACTUATOR, Seen.JACKSON, Seen.METERS, Seen.REACTIVE_WEB, Seen.SECURITY,
				Seen.SERVLETS, Seen.TRANSACTIONS, Seen.VALIDATION, Seen.WEB));
		try (ConfigurableApplicationContext shop = SpringApplication.run(Shop.class)) {
			Seen.pricesAreCached(shop);
			// Changes of regions need no transactions.
			Prices prices = shop.getBean(Prices.class);
			int pens = prices.inStock("pen");
			shop.getBean(Regions.class).changed("stock");
			assertThat(prices.inStock("pen")).isGreaterThan(pens);
		}
	}

	@Test
	void keepsLoadedValuesInTiers(@TempDir Path directory) {
		System.setProperty("shop.cache", directory.toString());
		int inks;
		try (ConfigurableApplicationContext shop = withTiers()) {
			Prices prices = shop.getBean(Prices.class);
			int pens = prices.inStock("pen");
			inks = prices.inStock("ink");
			assertThat(prices.inStock("pen")).as("from a tier").isEqualTo(pens);
			prices.deliver("pen");
			assertThat(prices.inStock("pen")).as("after an eviction").isGreaterThan(inks);
		}
		try (ConfigurableApplicationContext shop = withTiers()) {
			assertThat(shop.getBean(Prices.class).inStock("ink")).as("after a restart").isEqualTo(inks);
		}
	}

	private static ConfigurableApplicationContext withTiers() {
		SpringApplication shop = new SpringApplication(Shop.class, Codecs.class);
		return shop.run("--yoil.ehcache.config=classpath:tiers.xml");
	}

	/** A codec, because Jackson is absent. */
	@Configuration(proxyBeanMethods = false)
	static class Codecs {

		@Bean
		ValueCodec.Factory numbers() {
			return (type) -> (type == int.class) ? new Numbers() : null;
		}

	}

	private static final class Numbers implements ValueCodec {

		@Override
		public String name() {
			return "number";
		}

		@Override
		public boolean encodes(Object value) {
			return value instanceof Integer;
		}

		@Override
		public byte[] encode(Object value) {
			return ByteBuffer.allocate(Integer.BYTES).putInt((Integer) value).array();
		}

		@Override
		public Object decode(byte[] bytes) {
			return ByteBuffer.wrap(bytes).getInt();
		}

	}

}
