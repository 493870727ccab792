package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.Assert;

/**
 * Auto-configuration of refreshes without callers.
 */
@AutoConfiguration(after = CacheAnnotationsAutoConfiguration.class)
@ConditionalOnBean({ CacheRefresh.class, EhCacheManagers.class })
public final class CacheRefreshAutoConfiguration {

	/** Does nothing if caching is disabled. */
	@Bean
	@Lazy(false)
	AutoCloseable yoilCacheRefreshes(ObjectProvider<CacheRefresh<?>> refreshes, EhCacheManagers managers,
			ObjectProvider<Clock> clock) {
		Clock time = clock.getIfAvailable(Clock::systemUTC);
		List<InspectionConfiguration.Repeated> tasks = new ArrayList<>();
		List<EhCacheCacheManager> all = managers.all();
		refreshes.orderedStream().forEach((refresh) -> {
			List<EhCacheCacheManager> owners = all.stream()
				.filter((manager) -> manager.getCacheNames().contains(refresh.cache()))
				.toList();
			Assert.state(all.isEmpty() || !owners.isEmpty(), () -> "A CacheRefresh bean names cache '" + refresh.cache()
					+ "', which is not declared in ehcache.xml: declare it, or correct the name");
			owners.forEach((manager) -> tasks.add(new InspectionConfiguration.Repeated(
					new HotEntries<>(manager, refresh, time)::step, HotEntries.STEP)));
		});
		return tasks.isEmpty() ? () -> {
		} : InspectionConfiguration.repeat("yoil-cache-refresh-ahead-", tasks);
	}

}
