package dev.yoil.ehcache.boot;

import java.nio.file.Path;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.tier.ValueCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StringUtils;

/**
 * Lets cache annotations use an {@link EhCacheCacheManager} as it is meant to be, also
 * one that the application declares itself, if it is the manager that they use.
 */
@AutoConfiguration(after = EhCacheAutoConfiguration.class)
@ConditionalOnBean(CacheAspectSupport.class)
@EnableConfigurationProperties(EhCacheProperties.class)
public final class CacheAnnotationsAutoConfiguration {

	/** The name by which Boot knows one, too. */
	private static final String RESOLVER = "cacheResolver";

	private static final Logger LOG = LoggerFactory.getLogger(CacheAnnotationsAutoConfiguration.class);

	/**
	 * Holds them against the configuration file, and lets them find the caches by the
	 * manager's own resolver where the application has not chosen another one. Nobody
	 * asks for it, so it is not lazy where all beans are.
	 */
	@Bean
	@Lazy(false)
	@ConditionalOnBean(EhCacheCacheManager.class)
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

	/**
	 * Says why the file is not read, to whoever wonders.
	 */
	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean(EhCacheCacheManager.class)
	@ConditionalOnProperty(name = "spring.cache.type", havingValue = "ehcache", matchIfMissing = true)
	SmartInitializingSingleton yoilCacheFileNotRead(EhCacheProperties properties, ResourceLoader resources,
			ListableBeanFactory beans) {
		return () -> {
			String file = StringUtils.hasText(properties.config()) ? properties.config()
					: new EhcacheXmlLocator(resources, Path.of("").toAbsolutePath()).usual();
			String[] others = beans.containsBean(RESOLVER) ? new String[] { RESOLVER }
					: beans.getBeanNamesForType(CacheManager.class, true, false);
			if (file != null && others.length > 0) {
				LOG.info("{} is not read: the application has a bean '{}', so its caches are those of that.", file,
						others[0]);
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
