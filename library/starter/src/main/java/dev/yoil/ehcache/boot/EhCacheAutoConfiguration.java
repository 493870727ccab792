package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.util.concurrent.Executor;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.xml.CacheTemplate;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import io.micrometer.observation.ObservationRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
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
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration of an {@link EhCacheCacheManager}. It precedes Spring Boot's own,
 * which would choose JCache because Ehcache is on the class path. It applies, and reads
 * the file, if caching is enabled and the application has no cache manager. The property
 * {@code spring.cache.type} can choose another cache manager.
 */
@AutoConfiguration(before = CacheAutoConfiguration.class)
@ConditionalOnBean(CacheAspectSupport.class)
@ConditionalOnProperty(name = "spring.cache.type", havingValue = "ehcache", matchIfMissing = true)
@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
@EnableConfigurationProperties(EhCacheProperties.class)
@Import(EhCacheAutoConfiguration.Reader.class)
@ImportRuntimeHints(CacheRuntimeHints.class)
public final class EhCacheAutoConfiguration {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheAutoConfiguration.class);

	/** The bean of the declarations in the file. */
	static final String DECLARED = "yoilEhcacheXml";

	static final String REFRESH_EXECUTOR = "yoilCacheRefreshExecutor";

	/** An optional class. */
	static final String TRANSACTIONS = "org.springframework.transaction.support.TransactionSynchronizationManager";

	/**
	 * Called only in applications that were compiled ahead of time; otherwise the
	 * {@link Reader} has registered the bean.
	 */
	@Bean(DECLARED)
	EhcacheXml yoilEhcacheXml(EhCacheProperties properties, ResourceLoader resources, Environment environment) {
		return new EhcacheXmlLocator(resources, environment).read(properties.config());
	}

	@Bean
	EhCacheCacheManager cacheManager(EhcacheXml declared, ObjectProvider<Clock> clock,
			ObjectProvider<Validity> validity, ObjectProvider<ObservationRegistry> observations, BeanFactory rules,
			@Qualifier(REFRESH_EXECUTOR) ObjectProvider<Executor> refreshes, ObjectProvider<TaskDecorator> decorators,
			ObjectProvider<CacheManagerCustomizer<?>> customizers) {
		LOG.info("Caches are configured by {}", declared.file());
		for (DeclaredCache cache : declared.caches()) {
			LOG.info("Cache {}: {}, {}", cache.name(), cache.room(), cache.policy());
		}
		for (CacheTemplate template : declared.templates()) {
			if (template.pattern() != null) {
				LOG.info("Cache {} (at most {}, from template {}): {}, {}", template.pattern(), template.max(),
						template.cache().name(), template.cache().room(), template.cache().policy());
			}
		}
		Clock time = clock.getIfAvailable(Clock::systemUTC);
		Validity valid = validity.getIfAvailable(Validity::local);
		Executor given = refreshes.getIfAvailable();
		EhCacheCacheManager manager = (given != null) ? new EhCacheCacheManager(declared, time, given, valid)
				: new EhCacheCacheManager(declared, time, valid);
		observations.ifUnique(manager::setObservationRegistry);
		rules.getBeanProvider(ValueExpiry.class).ifAvailable(manager::setValueExpiry);
		rules.getBeanProvider(LoadFailures.class).ifAvailable(manager::setLoadFailures);
		decorators.orderedStream().forEach(manager::addTaskDecorator);
		manager.setTransactionAware(ClassUtils.isPresent(TRANSACTIONS, null));
		return new CacheManagerCustomizers(customizers.orderedStream().toList()).customize(manager);
	}

	/**
	 * A reader of the file that runs before any bean is created. So an error in the file
	 * is reported before a database is opened, and conditions can use the declarations.
	 */
	static final class Reader implements ImportBeanDefinitionRegistrar {

		private final SingletonBeanRegistry beans;

		private final Environment environment;

		private final ResourceLoader resources;

		Reader(BeanFactory beans, Environment environment, ResourceLoader resources) {
			this.beans = (SingletonBeanRegistry) beans;
			this.environment = environment;
			this.resources = resources;
		}

		@Override
		public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
			this.beans.registerSingleton(DECLARED, new EhcacheXmlLocator(this.resources, this.environment)
				.read(this.environment.getProperty("yoil.ehcache.config")));
		}

	}

}
