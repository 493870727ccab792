package dev.yoil.lab.plain;

import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Beans that answer in plain Spring, out of cached objects or of cached bytes.
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
			// Not a bean, so that its @Cacheable caches no objects beside the bytes.
			return new PrebuiltAnswers(new PlainWebtoons(jdbc, clock), json);
		}

		@Bean
		PrebuiltController prebuiltController(PrebuiltAnswers answers) {
			return new PrebuiltController(answers);
		}

	}

}
