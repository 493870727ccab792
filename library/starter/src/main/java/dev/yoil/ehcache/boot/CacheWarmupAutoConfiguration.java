package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.internal.OwnedThreads;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of warm-ups. Boot reports readiness after all runners, and runs this
 * one after the wait for the versions of regions.
 */
@AutoConfiguration(after = RegionAutoConfiguration.class)
@ConditionalOnBean(CacheWarmup.class)
public final class CacheWarmupAutoConfiguration {

	@Bean
	OwnedThreads yoilCacheWarmupThreads() {
		return new OwnedThreads();
	}

	@Bean
	ApplicationRunner yoilCacheWarmup(ObjectProvider<CacheWarmup<?>> warmups, OwnedThreads yoilCacheWarmupThreads) {
		return (arguments) -> {
			for (CacheWarmup<?> warmup : warmups.orderedStream().toList()) {
				// Loads of another warm-up may still run in its threads.
				new CacheWarmupRun<>(warmup, yoilCacheWarmupThreads.pool("yoil-cache-warmup-", CacheWarmupRun.THREADS,
						CacheWarmupRun.THREADS + 1))
					.await();
			}
		};
	}

}
