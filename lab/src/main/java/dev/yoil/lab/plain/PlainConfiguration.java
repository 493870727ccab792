package dev.yoil.lab.plain;

import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Answers in plain Spring where the lab says so: out of objects, or out of bytes that
 * were built once.
 */
@AutoConfiguration
class PlainConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plain", havingValue = "true")
	static class CachedObjects {

		@Bean
		PlainWebtoons plainWebtoons(JdbcClient jdbc, Clock clock) {
			return new PlainWebtoons(jdbc, clock);
		}

		@Bean
		PlainController plainController(PlainWebtoons webtoons) {
			return new PlainController(webtoons);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "lab.plain", havingValue = "bytes")
	static class CachedBytes {

		@Bean
		PrebuiltAnswers prebuiltAnswers(JdbcClient jdbc, Clock clock, JsonMapper json) {
			// No bean, so that its own @Cacheable keeps no objects beside the bytes.
			return new PrebuiltAnswers(new PlainWebtoons(jdbc, clock), json);
		}

		@Bean
		PrebuiltController prebuiltController(PrebuiltAnswers answers) {
			return new PrebuiltController(answers);
		}

	}

}
