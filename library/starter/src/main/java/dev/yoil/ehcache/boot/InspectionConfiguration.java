package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Future;

import dev.yoil.ehcache.internal.doctor.CacheDoctor;
import dev.yoil.ehcache.internal.doctor.ValueSampler;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.web.JsonValueText;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import dev.yoil.ehcache.spi.ValueText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Configuration that the inspection over HTTP and the Actuator endpoint share.
 */
@Configuration(proxyBeanMethods = false)
@Import({ EhCacheManagers.class, CacheInspector.class, CacheDoctor.class, ValueSampler.class, CacheSimulations.class })
class InspectionConfiguration {

	private static final Logger LOG = LoggerFactory.getLogger(InspectionConfiguration.class);

	/**
	 * Renders each value that no other renderer has rendered.
	 */
	@Bean
	ValueText.Renderer yoilCachedValueText(JsonMapper mapper) {
		return new JsonValueText(mapper);
	}

	@Bean
	InspectedCaches yoilInspectedCaches(EhCacheManagers managers, ObjectProvider<Clock> clock,
			ListableBeanFactory beans) {
		InspectedCaches inspected = new InspectedCaches(managers.all(), clock.getIfAvailable(Clock::systemUTC));
		if (inspected.managers().isEmpty()) {
			LOG.warn("No cache to inspect: {}", reason(beans));
		}
		return inspected;
	}

	/**
	 * Samples in a thread of its own, so that long comparisons delay nothing else.
	 */
	@Bean
	@Lazy(false)
	AutoCloseable yoilValueSampling(ValueSampler values) {
		return sampling("yoil-value-sampling-", values::sample, ValueSampler.STEP);
	}

	@Bean
	@Lazy(false)
	@ConditionalOnBooleanProperty(name = "yoil.ehcache.what-if", matchIfMissing = true)
	AutoCloseable yoilWhatIf(CacheSimulations simulations) {
		return sampling("yoil-what-if-", simulations::step, CacheSimulations.STEP);
	}

	/**
	 * Repeats a task in a thread of its own, so the application needs no scheduling.
	 * @return ends it
	 */
	static AutoCloseable sampling(String thread, Runnable task, Duration step) {
		ThreadPoolTaskScheduler sampling = new ThreadPoolTaskScheduler();
		sampling.setThreadNamePrefix(thread);
		sampling.setDaemon(true);
		sampling.initialize();
		Future<?> unused = sampling.scheduleWithFixedDelay(task, step);
		return sampling::shutdown;
	}

	private static String reason(ListableBeanFactory beans) {
		String[] managers = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, CacheManager.class);
		if (beans.getBeanNamesForType(CacheAspectSupport.class).length == 0) {
			return "caching is not enabled. Add @EnableCaching to a configuration class.";
		}
		if (managers.length == 0) {
			return "the application has a bean 'cacheResolver' and no cache manager.";
		}
		Object manager = beans.getBean(managers[0]);
		return (manager instanceof NoOpCacheManager) ? "spring.cache.type=none disables caching."
				: "the bean '" + managers[0] + "' is a " + manager.getClass().getName()
						+ ", not an EhCacheCacheManager. " + "If it wraps one, declare the wrapped one as a bean, too.";
	}

}
