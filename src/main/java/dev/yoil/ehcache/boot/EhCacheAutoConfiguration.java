package dev.yoil.ehcache.boot;

import java.nio.file.Path;
import java.time.Clock;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.tier.SecondTier;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * Makes {@link EhCacheCacheManager} the application's cache manager. It comes before
 * Spring Boot's own choice, which would be JCache because Ehcache is on the class path;
 * {@code spring.cache.type} still chooses any other, and {@code none} switches caching
 * off.
 */
@AutoConfiguration(before = CacheAutoConfiguration.class)
@ConditionalOnBean(CacheAspectSupport.class)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "ehcache", matchIfMissing = true)
@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
@EnableConfigurationProperties(EhCacheProperties.class)
public final class EhCacheAutoConfiguration {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheAutoConfiguration.class);

	private static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronizationManager";

	@Bean
	EhCacheCacheManager cacheManager(EhCacheProperties properties, ResourceLoader resources,
			ObjectProvider<Clock> clock, ObjectProvider<EhcacheXml> read, ObjectProvider<Regions> regions) {
		EhcacheXml declared = read.getIfAvailable(
				() -> new EhcacheXmlLocator(resources, Path.of("").toAbsolutePath()).read(properties.config()));
		LOG.info("Caches are configured by {}", declared.file());
		for (DeclaredCache cache : declared.caches()) {
			LOG.info("Cache {}: {} {}, {}", cache.name(),
					(cache.capacity() != null) ? cache.capacity() : cache.capacityBytes(),
					(cache.capacity() != null) ? "entries" : "bytes", cache.policy());
		}
		EhCacheCacheManager manager = new EhCacheCacheManager(declared, clock.getIfAvailable(Clock::systemUTC),
				regions.getIfAvailable(Regions::alone));
		manager.setTransactionAware(ClassUtils.isPresent(TRANSACTIONS, null));
		return manager;
	}

	/**
	 * Lets cache annotations find these caches by {@link EhCacheCacheManager}'s own
	 * resolver, where the application has not chosen another one.
	 */
	@Bean
	SmartInitializingSingleton cacheResolverOfAnnotations(EhCacheCacheManager cacheManager,
			ObjectProvider<CacheAspectSupport> annotations) {
		return () -> annotations.forEach((aspect) -> {
			CacheResolver chosen = aspect.getCacheResolver();
			if (chosen == null
					|| (chosen instanceof SimpleCacheResolver simple && simple.getCacheManager() == cacheManager)) {
				aspect.setCacheResolver(cacheManager.cacheResolver());
			}
		});
	}

	@Bean
	CacheNamesCheck cacheNamesCheck(ConfigurableListableBeanFactory beans, CacheOperationSource operations,
			EhCacheCacheManager cacheManager, ObjectProvider<SecondTier> tier,
			ObjectProvider<ValueCodec.Factory> codecs) {
		return new CacheNamesCheck(beans, operations, cacheManager,
				new SharedValues(cacheManager, tier.getIfAvailable(), codecs.orderedStream().toList()));
	}

}
