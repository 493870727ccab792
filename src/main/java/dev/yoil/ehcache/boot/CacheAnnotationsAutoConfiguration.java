package dev.yoil.ehcache.boot;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.inspect.EhCacheManagers;
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
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ResourceLoader;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.util.StringUtils;

/**
 * Lets cache annotations use an {@link EhCacheCacheManager} as it is meant to be, also
 * one that the application declares itself, if it is the manager that they use.
 */
@AutoConfiguration(after = EhCacheAutoConfiguration.class)
@ConditionalOnBean(CacheAspectSupport.class)
@EnableConfigurationProperties(EhCacheProperties.class)
@Import(EhCacheManagers.class)
public final class CacheAnnotationsAutoConfiguration {

	/** The name by which Boot knows one, too. */
	private static final String RESOLVER = "cacheResolver";

	/** Prefix of the names of our resolvers. */
	private static final String RESOLVERS = "yoilCacheResolver.";

	private static final Logger LOG = LoggerFactory.getLogger(CacheAnnotationsAutoConfiguration.class);

	/**
	 * Checks annotations against the configuration file, and has them find the caches by
	 * the manager's own resolver where the application has not chosen another one. No
	 * other bean needs it, so it is not lazy where all beans are.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton yoilCacheAnnotations(EhCacheManagers ours, ObjectProvider<CacheManager> managers,
			ObjectProvider<CacheAspectSupport> annotations, CacheOperationSource operations,
			ConfigurableListableBeanFactory beans, ObjectProvider<SecondTier> tier,
			ObjectProvider<ValueCodec.Factory> codecs) {
		return () -> {
			List<EhCacheCacheManager> all = ours.all();
			if (all.isEmpty()) {
				return;
			}
			AnnotationManagers used = new AnnotationManagers(beans, ours, managers, annotations);
			Map<String, EhCacheCacheManager> named = new CacheNamesCheck(beans, operations, used, all,
					(manager) -> new SharedValues(manager, tier.getIfAvailable(), codecs.orderedStream().toList()))
				.check();
			Map<String, String> resolvers = new HashMap<>();
			named.forEach((name, manager) -> {
				CacheResolver resolver = manager.cacheResolver(Objects.requireNonNull(used.named(name)));
				resolvers.put(name, RESOLVERS + name);
				beans.registerSingleton(RESOLVERS + name, resolver);
			});
			annotations.forEach((aspect) -> {
				CacheManager usual = used.usual(aspect);
				EhCacheCacheManager manager = ours.behind(usual);
				if (usual != null && manager != null) {
					warnOfHidden(usual, manager, ours);
					aspect.setCacheResolver(manager.cacheResolver(usual));
				}
				if (!resolvers.isEmpty()) {
					aspect.setCacheOperationSource(new PlainLoadOperations(operations, resolvers));
				}
			});
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

	/**
	 * Warns of transaction managers whose transactions cannot be seen: Spring tells
	 * nobody that they exist and when they end.
	 */
	@Bean
	@Lazy(false)
	@ConditionalOnBean(EhCacheCacheManager.class)
	@ConditionalOnClass(name = EhCacheAutoConfiguration.TRANSACTIONS)
	SmartInitializingSingleton yoilUnseenTransactions(ConfigurableListableBeanFactory beans) {
		return () -> {
			for (String name : beans.getBeanNamesForType(AbstractPlatformTransactionManager.class, true, false)) {
				if (beans.getSingleton(name) instanceof AbstractPlatformTransactionManager manager && manager
					.getTransactionSynchronization() == AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER) {
					LOG.warn("Transaction manager '{}' is set to SYNCHRONIZATION_NEVER: caches cannot see its "
							+ "transactions, share what these load before they commit, and write at once. Set it to "
							+ "SYNCHRONIZATION_ALWAYS, or use no cache in its transactions.", name);
				}
			}
		};
	}

	/**
	 * A wrapper that does not pass on {@code getNativeCache()} keeps caches from being
	 * recognized.
	 */
	private static void warnOfHidden(CacheManager seen, EhCacheCacheManager manager, EhCacheManagers ours) {
		for (String name : manager.getCacheNames()) {
			Cache cache = seen.getCache(name);
			if (cache != null && ours.behind(cache) == null) {
				LOG.warn(
						"Cache {} is not recognized behind a {}, which does not pass on getNativeCache(): there are no "
								+ "metrics of it, and what @Cacheable without sync loads is stored over later writes.",
						name, cache.getClass().getName());
			}
		}
	}

}
