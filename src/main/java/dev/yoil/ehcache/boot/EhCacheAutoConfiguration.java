package dev.yoil.ehcache.boot;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executor;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/**
 * Makes {@link EhCacheCacheManager} the application's cache manager. It comes before
 * Spring Boot's own choice, which would be JCache because Ehcache is on the class path;
 * {@code spring.cache.type} still chooses any other, and {@code none} switches caching
 * off. No file is read unless this applies: where caching is on and the application has
 * no cache manager of its own.
 */
@AutoConfiguration(before = CacheAutoConfiguration.class)
@ConditionalOnBean(CacheAspectSupport.class)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "ehcache", matchIfMissing = true)
@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
@EnableConfigurationProperties(EhCacheProperties.class)
@Import(EhcacheXmlRegistrar.class)
@ImportRuntimeHints(CacheRuntimeHints.class)
public final class EhCacheAutoConfiguration {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheAutoConfiguration.class);

	/** The name of the bean that refreshes values. */
	static final String REFRESHES = "yoilCacheRefreshExecutor";

	/** A class of Spring's transactions, which need not be there. */
	static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronizationManager";

	/**
	 * Called only where the bean definitions were made ahead of time: otherwise the file
	 * was read when they were made.
	 */
	@Bean(EhcacheXmlRegistrar.NAME)
	EhcacheXml yoilEhcacheXml(EhCacheProperties properties, ResourceLoader resources, Environment environment) {
		return new EhcacheXmlLocator(resources, Path.of("").toAbsolutePath(),
				environment.getProperty(EhcacheXmlLocator.HIBERNATE))
			.read(properties.config());
	}

	/**
	 * With {@value #REFRESHES} of the application's to refresh values, if it has such a
	 * bean, which is the application's to shut down.
	 */
	@Bean
	EhCacheCacheManager cacheManager(EhcacheXml declared, ObjectProvider<Clock> clock, ObjectProvider<Regions> regions,
			@Qualifier(REFRESHES) ObjectProvider<Executor> refreshes,
			ObjectProvider<CacheManagerCustomizer<?>> customizers) {
		LOG.info("Caches are configured by {}", declared.file());
		for (DeclaredCache cache : declared.caches()) {
			LOG.info("Cache {}: {}, {}", cache.name(), cache.room(), cache.policy());
		}
		Clock time = clock.getIfAvailable(Clock::systemUTC);
		Regions changes = regions.getIfAvailable(Regions::alone);
		Executor given = refreshes.getIfAvailable();
		EhCacheCacheManager manager = (given != null) ? new EhCacheCacheManager(declared, time, given, changes)
				: new EhCacheCacheManager(declared, time, changes);
		manager.setTransactionAware(ClassUtils.isPresent(TRANSACTIONS, null));
		return new CacheManagerCustomizers(customizers.orderedStream().toList()).customize(manager);
	}

}
