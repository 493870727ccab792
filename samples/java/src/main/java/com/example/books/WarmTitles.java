package com.example.books;

import java.util.List;

import dev.yoil.ehcache.boot.CacheRefresh;
import dev.yoil.ehcache.boot.CacheWarmup;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps readers of well-known titles from waiting for the database. */
@Configuration(proxyBeanMethods = false)
class WarmTitles {

	/** Loads these titles before the service is ready. */
	@Bean
	CacheWarmup<String> bestsellers(Books books) {
		return new CacheWarmup<>("titles", () -> List.of("1", "2"), books::title);
	}

	/** Refreshes the titles that are read, before they expire. */
	@Bean
	CacheRefresh<String> titlesInUse(Books books) {
		return new CacheRefresh<>("titles", books::title);
	}

}
