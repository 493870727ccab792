package dev.yoil.ehcache.boot;

import java.time.Clock;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.doctor.CacheDoctor;
import dev.yoil.ehcache.inspect.CacheHistory;
import dev.yoil.ehcache.inspect.CacheInspector;
import dev.yoil.ehcache.inspect.CacheOperator;
import dev.yoil.ehcache.inspect.InspectedCaches;
import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.web.CacheController;
import dev.yoil.ehcache.web.CacheOperationController;
import dev.yoil.ehcache.web.CacheProblemAdvice;
import dev.yoil.ehcache.web.CacheStatusAdvice;
import dev.yoil.ehcache.web.Cluster;
import dev.yoil.ehcache.web.ClusterController;
import dev.yoil.ehcache.web.ConsoleController;
import dev.yoil.ehcache.web.JsonValueText;
import dev.yoil.ehcache.web.NodeController;
import dev.yoil.ehcache.web.RefusedParameterAdvice;
import dev.yoil.ehcache.web.ThisNode;
import dev.yoil.ehcache.xml.DeclaredCache;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/**
 * Serves the inspection of the caches over HTTP. It is there also when caching is
 * switched off, and then has no cache to show.
 */
@AutoConfiguration(after = { EhCacheAutoConfiguration.class, JacksonAutoConfiguration.class })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(JsonMapper.class)
@Import({ CacheInspector.class, CacheOperator.class, CacheHistory.class, CacheDoctor.class, CacheController.class,
		CacheOperationController.class, ThisNode.class, Cluster.class, ClusterController.class, NodeController.class,
		ConsoleController.class, CacheStatusAdvice.class, CacheProblemAdvice.class, RefusedParameterAdvice.class })
public final class CacheInspectionAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ValueText.Renderer cachedValueText(JsonMapper mapper) {
		return new JsonValueText(mapper);
	}

	/**
	 * In a thread of its own, which no task of the application's can hold up, and without
	 * switching on scheduling in the application. Nobody asks for it, so it is not lazy
	 * where all beans are.
	 */
	@Bean
	@Lazy(false)
	ScheduledTaskRegistrar cacheHistorySampling(CacheHistory history) {
		ScheduledTaskRegistrar sampling = new ScheduledTaskRegistrar();
		sampling.addFixedDelayTask(history::sample, CacheHistory.STEP);
		return sampling;
	}

	@Bean
	InspectedCaches inspectedCaches(ObjectProvider<EhCacheCacheManager> managers, ObjectProvider<Clock> clock) {
		InspectedCaches caches = new InspectedCaches(managers.stream().toList(),
				clock.getIfAvailable(Clock::systemUTC));
		caches.managers().forEach((manager) -> refuseReserved(manager.declared()));
		return caches;
	}

	private static void refuseReserved(EhcacheXml declared) {
		for (DeclaredCache cache : declared.caches()) {
			if (CacheController.RESERVED_NAMES.contains(cache.name())) {
				throw new EhcacheXmlException(
						declared, cache, "the cache '" + cache.name() + "' could not be looked at: /api/v1/cache/"
								+ cache.name() + " answers with something else.",
						"Give it another name, in the annotations too.");
			}
		}
	}

}
