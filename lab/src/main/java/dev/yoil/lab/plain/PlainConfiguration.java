package dev.yoil.lab.plain;

import java.time.Clock;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Answers in plain Spring where the lab says so.
 */
@AutoConfiguration
@ConditionalOnProperty("lab.plain")
class PlainConfiguration {

	@Bean
	PlainWebtoons plainWebtoons(JdbcClient jdbc, Clock clock) {
		return new PlainWebtoons(jdbc, clock);
	}

	@Bean
	PlainController plainController(PlainWebtoons webtoons) {
		return new PlainController(webtoons);
	}

}
