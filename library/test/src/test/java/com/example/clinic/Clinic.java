package com.example.clinic;

import java.time.Clock;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@SpringBootApplication
class Clinic {

	@Bean
	Clock clock() {
		return Clock.systemUTC();
	}

	/** Test slices scan no other configuration class. */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

}
