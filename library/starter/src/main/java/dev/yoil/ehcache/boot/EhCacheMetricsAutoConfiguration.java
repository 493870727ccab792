package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.boot.cache.metrics.CacheMetricsRegistrar;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of cache metrics, which Spring Boot binds to its meter registry.
 */
@AutoConfiguration(before = CacheMetricsAutoConfiguration.class, after = EhCacheAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(CacheManager.class)
@Import(EhCacheManagers.class)
public final class EhCacheMetricsAutoConfiguration {

	/**
	 * Accepts any type of cache, because the manager may return decorated ones.
	 */
	@Bean
	CacheMeterBinderProvider<Cache> yoilCacheMeterBinderProvider(EhCacheManagers managers,
			ObjectProvider<FreshnessAudit> audit) {
		return (cache, tags) -> {
			EhCacheCache undecorated = managers.behind(cache);
			return (undecorated != null) ? new EhCacheMetrics(undecorated, tags, audit.getIfAvailable()) : null;
		};
	}

	@Bean
	@Lazy(false)
	SmartInitializingSingleton yoilAddedCacheMeters(ListableBeanFactory beans, EhCacheManagers managers,
			ObjectProvider<CacheMetricsRegistrar> registrar, ObjectProvider<MeterRegistry> registry) {
		return () -> registrar
			.ifAvailable((binding) -> beans.getBeansOfType(CacheManager.class).forEach((name, bean) -> {
				EhCacheCacheManager manager = managers.behind(bean);
				if (manager != null) {
					AddedCacheMeters meters = new AddedCacheMeters(manager, name, binding, registry.getObject());
					manager.addChangeListener(meters::update);
					meters.update();
				}
			}));
	}

}
