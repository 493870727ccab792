package dev.yoil.webtoon;

import java.time.Clock;

import com.github.benmanes.caffeine.cache.Ticker;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What time it is, for caches and site alike.
 */
@Configuration(proxyBeanMethods = false)
class ClockConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Clock clock() {
		return Clock.systemUTC();
	}

	/**
	 * Measures durations, whatever the clock is set to.
	 */
	@Bean
	@ConditionalOnMissingBean
	Ticker ticker() {
		return Ticker.systemTicker();
	}

}
