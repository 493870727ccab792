package com.example.books;

import java.util.List;

import dev.yoil.ehcache.boot.CacheWarmup;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Loads the titles that most readers ask for, before the service is ready. */
@Configuration(proxyBeanMethods = false)
class BestsellerWarmup {

	@Bean
	CacheWarmup<String> bestsellers(Books books) {
		return new CacheWarmup<>("titles", () -> List.of("1", "2"), books::title);
	}

}
