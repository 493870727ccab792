package dev.yoil.ehcache.test;

import java.util.List;

import dev.yoil.ehcache.boot.EhCacheAutoConfiguration;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Auto-configuration of the clock, the tester and the disk tiers of
 * {@link AutoConfigureEhCache}.
 */
@AutoConfiguration(before = EhCacheAutoConfiguration.class)
class CacheTestAutoConfiguration {

	@Bean
	@Primary
	TestClock yoilTestClock() {
		return new TestClock();
	}

	@Bean
	TestTierDirectory yoilTestTierDirectory() {
		return new TestTierDirectory();
	}

	@Bean
	CacheTester yoilCacheTester(ObjectProvider<EhCacheManagers> managers) {
		return new CacheTester(() -> managers.stream().map(EhCacheManagers::all).flatMap(List::stream).toList());
	}

}
