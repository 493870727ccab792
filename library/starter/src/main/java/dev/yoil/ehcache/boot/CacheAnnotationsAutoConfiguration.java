package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.live.LiveConfiguration;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.tier.LocalTiers;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.util.StringUtils;

/**
 * Auto-configuration of cache annotations that use an {@link EhCacheCacheManager}, also
 * one that the application declares.
 */
@AutoConfiguration(after = EhCacheAutoConfiguration.class)
@ConditionalOnBean(CacheAspectSupport.class)
@EnableConfigurationProperties(EhCacheProperties.class)
@Import(EhCacheManagers.class)
public final class CacheAnnotationsAutoConfiguration {

	/** The name that Boot uses, too. */
	private static final String RESOLVER = "cacheResolver";

	private static final String RESOLVER_PREFIX = "yoilCacheResolver.";

	private static final String TYPE = "spring.cache.type";

	private static final String JCACHE_CONFIG = "spring.cache.jcache.config";

	/** An optional class. */
	private static final String JCACHE = "org.springframework.cache.jcache.JCacheCacheManager";

	private static final Logger LOG = LoggerFactory.getLogger(CacheAnnotationsAutoConfiguration.class);

	/**
	 * Checks the annotations at startup, and makes them use the manager's own resolver
	 * unless the application has one. Not lazy, because no other bean depends on it.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton yoilCacheAnnotations(EhCacheManagers ours, ObjectProvider<CacheAspectSupport> aspects,
			ConfigurableListableBeanFactory beans, ObjectProvider<SecondTier> tier, ObjectProvider<LocalTiers> local,
			ObjectProvider<ValueCodec.Factory> codecs, ObjectProvider<LiveConfiguration> configuration) {
		return () -> {
			if (ours.all().isEmpty()) {
				return;
			}
			Map<String, String> resolvers = new HashMap<>();
			new CacheNamesCheck(beans, ours, aspects,
					new SharedValues(tier.getIfAvailable(), local.getIfAvailable(), codecs.orderedStream().toList()))
				.check()
				.forEach((name, manager) -> {
					resolvers.put(name, RESOLVER_PREFIX + name);
					beans.registerSingleton(RESOLVER_PREFIX + name,
							manager.cacheResolver(Objects.requireNonNull(CacheNamesCheck.named(beans, name))));
				});
			aspects.forEach((aspect) -> {
				CacheManager used = CacheNamesCheck.defaultOf(beans, aspect);
				EhCacheCacheManager manager = ours.behind(used);
				if (used != null && manager != null) {
					warnOfHidden(used, manager, ours);
					aspect.setCacheResolver(manager.cacheResolver(used));
				}
				CacheOperationSource operations = aspect.getCacheOperationSource();
				if (!resolvers.isEmpty() && operations != null) {
					aspect.setCacheOperationSource(new PlainLoadOperations(operations, resolvers));
				}
			});
			configuration.ifAvailable(LiveConfiguration::begin);
		};
	}

	/**
	 * {@return {@code null} if the application has no manager of this library}
	 */
	@Bean
	@Nullable LiveConfiguration yoilCacheConfiguration(EhCacheManagers ours, EhCacheProperties properties,
			Environment environment, ObjectProvider<Clock> clock) {
		if (ours.all().isEmpty()) {
			return null;
		}
		EhCacheCacheManager manager = ours.all().get(0);
		if (ours.all().size() > 1 && properties.reload() != LiveConfiguration.Mode.OFF) {
			LOG.warn("Only {} is watched for changes. The other cache managers read their files at the start.",
					manager.declared().file());
		}
		return new LiveConfiguration(manager, properties.reload(), environment, clock.getIfAvailable(Clock::systemUTC));
	}

	@Bean
	@Lazy(false)
	AutoCloseable yoilCacheConfigurationWatch(ObjectProvider<LiveConfiguration> configuration) {
		LiveConfiguration watched = configuration.getIfAvailable();
		return (watched != null && watched.isWatched()) ? InspectionConfiguration.repeat("yoil-cache-configuration-",
				List.of(new InspectionConfiguration.Repeated(watched::poll, LiveConfiguration.STEP))) : () -> {
				};
	}

	/**
	 * Logs which file or setting is ignored, such as one that a migration from JCache has
	 * left.
	 */
	@Bean
	@Lazy(false)
	SmartInitializingSingleton yoilIgnoredSettings(EhCacheManagers ours, EhCacheProperties properties,
			ResourceLoader resources, Environment environment, ListableBeanFactory beans) {
		return () -> {
			String type = environment.getProperty(TYPE, "ehcache");
			String jcache = environment.getProperty(JCACHE_CONFIG);
			String[] managers = beans.getBeanNamesForType(CacheManager.class, true, false);
			if (!ours.all().isEmpty()) {
				if (jcache != null) {
					LOG.warn(
							"{}=\"{}\" is ignored: {} configures the caches. Remove the property, or name its file in "
									+ "yoil.ehcache.config.",
							JCACHE_CONFIG, jcache, ours.all().get(0).declared().file());
				}
			}
			else if (type.equalsIgnoreCase("jcache") && Stream.of(managers)
				.map(beans::getType)
				.anyMatch((used) -> used != null && used.getName().equals(JCACHE))) {
				LOG.warn(
						"Spring Boot's JCacheCacheManager provides the caches, because {} is \"{}\". Remove {}{} to use "
								+ "Yoil with its ehcache.xml.",
						TYPE, type, TYPE, (jcache != null) ? " and " + JCACHE_CONFIG : "");
			}
			else if (type.equalsIgnoreCase("ehcache") && (beans.containsBean(RESOLVER) || managers.length > 0)) {
				logIgnoredFile(properties, new EhcacheXmlLocator(resources, environment),
						beans.containsBean(RESOLVER) ? RESOLVER : managers[0]);
			}
		};
	}

	private static void logIgnoredFile(EhCacheProperties properties, EhcacheXmlLocator locator, String provider) {
		String file = StringUtils.hasText(properties.config()) ? properties.config() : locator.find();
		if (file != null) {
			LOG.info("{} is ignored: the application has its own bean '{}', which provides the caches.", file,
					provider);
		}
	}

	/**
	 * Warns of transaction managers without synchronization.
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
					LOG.warn("Transaction manager '{}' is set to SYNCHRONIZATION_NEVER, so caches do not see its "
							+ "transactions: uncommitted values are shared, and writes take effect at once. Set it to "
							+ "SYNCHRONIZATION_ALWAYS, or use no cache in its transactions.", name);
				}
			}
		};
	}

	private static void warnOfHidden(CacheManager used, EhCacheCacheManager manager, EhCacheManagers ours) {
		for (String name : manager.getCacheNames()) {
			Cache cache = used.getCache(name);
			if (cache != null && ours.behind(cache) == null) {
				LOG.warn(
						"Cache {} is not recognized behind the wrapper {}, which does not delegate getNativeCache(). It "
								+ "has no metrics, and @Cacheable without sync may overwrite later writes.",
						name, cache.getClass().getName());
			}
		}
	}

}
