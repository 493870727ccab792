package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

import dev.yoil.ehcache.internal.finding.CacheFindings;
import dev.yoil.ehcache.internal.finding.ValueSampler;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
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
@Import({ EhCacheManagers.class, CacheInspector.class, CacheFindings.class, ValueSampler.class,
		CacheSimulations.class })
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

	@Bean
	@Lazy(false)
	AutoCloseable yoilSampling(ValueSampler values, CacheSimulations simulations, ObjectProvider<CacheHistory> history,
			EhCacheProperties properties) {
		List<Repeated> tasks = new ArrayList<>(List.of(new Repeated(values::sample, ValueSampler.STEP)));
		if (properties.whatIf()) {
			tasks.add(new Repeated(simulations::step, CacheSimulations.STEP));
		}
		history.ifAvailable((present) -> tasks.add(new Repeated(present::sample, CacheHistory.STEP)));
		return repeat("yoil-sampling-", tasks);
	}

	/**
	 * Repeats tasks in threads of their own, so the application needs no scheduling. Two
	 * threads are enough: only a comparison of values takes long.
	 * @return ends the tasks
	 */
	static AutoCloseable repeat(String thread, List<Repeated> tasks) {
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.setThreadNamePrefix(thread);
		scheduler.setPoolSize(Math.min(tasks.size(), 2));
		scheduler.setDaemon(true);
		scheduler.initialize();
		for (Repeated task : tasks) {
			Future<?> unused = scheduler.scheduleWithFixedDelay(task.run(), task.pause());
		}
		return scheduler::shutdown;
	}

	/** A task and the time between two runs. */
	record Repeated(Runnable run, Duration pause) {
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
