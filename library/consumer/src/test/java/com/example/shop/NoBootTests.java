package com.example.shop;

import java.time.Clock;
import java.util.List;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.junit.jupiter.api.Test;

import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;

/**
 * Spring Framework alone, with a cache manager that the application declares.
 */
class NoBootTests {

	@Test
	void cachesWithoutBoot() {
		Seen.has(List.of(), List.of(Seen.BOOT, Seen.SERVLETS, Seen.TRANSACTIONS));
		try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext(Plain.class,
				Prices.class)) {
			Seen.pricesAreCached(shop);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Plain {

		@Bean
		EhCacheCacheManager cacheManager() {
			return new EhCacheCacheManager(EhcacheXml.read("ehcache.xml", new ClassPathResource("ehcache.xml")),
					Clock.systemUTC());
		}

	}

}
