package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.tier.ValueCodec;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Lets cache annotations use an {@link EhCacheCacheManager} as it is meant to be, also
 * one that the application declares itself, if it is the manager that they use.
 */
@AutoConfiguration(after = EhCacheAutoConfiguration.class)
@ConditionalOnBean({ CacheAspectSupport.class, EhCacheCacheManager.class })
public final class CacheAnnotationsAutoConfiguration {

	/**
	 * Holds them against the configuration file, and lets them find the caches by the
	 * manager's own resolver where the application has not chosen another one. Nobody
	 * asks for it, so it is not lazy where all beans are.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton yoilCacheAnnotations(ObjectProvider<CacheManager> managers,
			ObjectProvider<CacheAspectSupport> annotations, CacheOperationSource operations,
			ConfigurableListableBeanFactory beans, ObjectProvider<SecondTier> tier,
			ObjectProvider<ValueCodec.Factory> codecs) {
		return () -> {
			if (managers.getIfUnique() instanceof EhCacheCacheManager manager) {
				new CacheNamesCheck(beans, operations, manager,
						new SharedValues(manager, tier.getIfAvailable(), codecs.orderedStream().toList()))
					.check();
				annotations.forEach((aspect) -> useResolver(aspect, manager));
			}
		};
	}

	private static void useResolver(CacheAspectSupport annotations, EhCacheCacheManager manager) {
		CacheResolver chosen = annotations.getCacheResolver();
		if (chosen == null || (chosen instanceof SimpleCacheResolver simple && simple.getCacheManager() == manager)) {
			annotations.setCacheResolver(manager.cacheResolver());
		}
	}

}
