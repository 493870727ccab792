package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.boot.InspectionConfiguration.Repeated;
import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.Assert;

/**
 * Auto-configuration of loads without callers: warm-ups and refreshes. Boot reports
 * readiness after all runners, and runs the warm-ups after the wait for the versions of
 * regions.
 */
@AutoConfiguration(after = { CacheAnnotationsAutoConfiguration.class, RegionAutoConfiguration.class })
public final class LoadsAutoConfiguration {

	@Bean
	@ConditionalOnBean(CacheWarmup.class)
	OwnedThreads yoilCacheWarmupThreads() {
		return new OwnedThreads();
	}

	@Bean
	@ConditionalOnBean(CacheWarmup.class)
	ApplicationRunner yoilCacheWarmup(ObjectProvider<CacheWarmup<?>> warmups, ObjectProvider<EhCacheManagers> managers,
			OwnedThreads yoilCacheWarmupThreads) {
		List<EhCacheCacheManager> all = managers.stream().flatMap((every) -> every.all().stream()).toList();
		List<? extends CacheWarmupRun<?>> runs = warmups.orderedStream()
			.map((warmup) -> new CacheWarmupRun<>(warmup, all))
			.toList();
		return (arguments) -> {
			for (CacheWarmupRun<?> run : runs) {
				// Loads of another warm-up may still run in its threads.
				run.await(yoilCacheWarmupThreads.pool("yoil-cache-warmup-", CacheWarmupRun.THREADS,
						CacheWarmupRun.THREADS));
			}
		};
	}

	/** Does nothing if caching is disabled. */
	@Bean
	@Lazy(false)
	@ConditionalOnBean({ CacheRefresh.class, EhCacheManagers.class })
	AutoCloseable yoilCacheRefreshes(ObjectProvider<CacheRefresh<?>> refreshes, EhCacheManagers managers,
			ObjectProvider<Clock> clock) {
		List<Repeated> tasks = new ArrayList<>();
		List<EhCacheCacheManager> all = managers.all();
		refreshes.orderedStream().forEach((refresh) -> {
			int before = tasks.size();
			all.stream()
				.filter((manager) -> manager.getCacheNames().contains(refresh.cache()))
				// The method of the bean uses one manager only.
				.limit(1)
				.map((manager) -> new HotEntries<>(manager, refresh, clock.getIfAvailable(Clock::systemUTC)))
				.forEach((entries) -> tasks.add(new Repeated(entries::step, HotEntries.STEP)));
			Assert.state(all.isEmpty() || tasks.size() > before, () -> "A CacheRefresh bean names cache '"
					+ refresh.cache() + "', which is not declared in ehcache.xml: declare it, or correct the name");
		});
		return tasks.isEmpty() ? () -> {
		} : InspectionConfiguration.repeat("yoil-cache-refresh-ahead-", tasks);
	}

}
