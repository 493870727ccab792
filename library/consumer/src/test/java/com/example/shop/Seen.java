package com.example.shop;

import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.statistics.CacheStatistics;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that all applications share.
 */
final class Seen {

	/** A class of each dependency that an application may have or not. */
	static final String ACTUATOR = "org.springframework.boot.actuate.endpoint.annotation.Endpoint";

	static final String BOOT = "org.springframework.boot.SpringApplication";

	static final String BROTLI = "com.aayushatharva.brotli4j.encoder.Encoder";

	static final String JACKSON = "tools.jackson.core.JsonParser";

	static final String JAXB = "jakarta.xml.bind.JAXBContext";

	static final String JCACHE = "javax.cache.Caching";

	static final String JDBC = "org.springframework.jdbc.datasource.ConnectionHolder";

	static final String METERS = "io.micrometer.core.instrument.MeterRegistry";

	static final String DEVTOOLS = "org.springframework.boot.devtools.restart.Restarter";

	static final String OAUTH = "org.springframework.security.oauth2.client.registration.ClientRegistration";

	static final String REACTIVE_WEB = "org.springframework.web.reactive.DispatcherHandler";

	static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

	static final String SERVLETS = "jakarta.servlet.Servlet";

	static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronizationManager";

	static final String VALIDATION = "jakarta.validation.Validator";

	static final String WEB = "org.springframework.web.context.WebApplicationContext";

	private Seen() {
	}

	/**
	 * Holds the class path, which is what a test of a row is about.
	 */
	static void has(List<String> present, List<String> absent) {
		assertThat(present).allMatch((type) -> ClassUtils.isPresent(type, null));
		assertThat(absent).noneMatch((type) -> ClassUtils.isPresent(type, null));
	}

	static void pricesAreCached(ApplicationContext context) {
		Prices prices = context.getBean(Prices.class);
		int first = prices.of("pen");
		assertThat(prices.of("pen")).isEqualTo(first);
		assertThat(statistics(context).hits()).isOne();
		assertThat(statistics(context).misses()).isOne();
		assertThat(statistics(context).loads()).as("told apart from what others put").isOne();
		prices.change("pen");
		assertThat(prices.of("pen")).isGreaterThan(first);
		int pens = prices.inStock("pen");
		assertThat(prices.inStock("pen")).isEqualTo(pens);
		prices.deliver("pen");
		assertThat(prices.inStock("pen")).isGreaterThan(pens);
	}

	static CacheStatistics statistics(ApplicationContext context) {
		return statistics(context, "prices");
	}

	static CacheStatistics statistics(ApplicationContext context, String name) {
		Cache cache = context.getBean(CacheManager.class).getCache(name);
		assertThat(cache).isNotNull();
		return EhCacheCache.of(cache).statistics();
	}

}
