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
import dev.yoil.ehcache.web.ConsoleController;
import dev.yoil.ehcache.web.EntryController;
import dev.yoil.ehcache.web.FindingsController;
import dev.yoil.ehcache.web.JsonValueText;
import dev.yoil.ehcache.web.RefusedParameterAdvice;
import dev.yoil.ehcache.web.ReservedNames;
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

/**
 * Serves the inspection of the caches over HTTP. It is there also when caching is
 * switched off, and then has no cache to show.
 */
@AutoConfiguration(after = { EhCacheAutoConfiguration.class, JacksonAutoConfiguration.class })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(JsonMapper.class)
public final class CacheInspectionAutoConfiguration {

	@Bean
	CacheStatusAdvice cacheStatusAdvice() {
		return new CacheStatusAdvice();
	}

	@Bean
	CacheProblemAdvice cacheProblemAdvice() {
		return new CacheProblemAdvice();
	}

	@Bean
	RefusedParameterAdvice refusedParameterAdvice() {
		return new RefusedParameterAdvice();
	}

	@Bean
	@ConditionalOnMissingBean
	ValueText.Renderer cachedValueText(JsonMapper mapper) {
		return new JsonValueText(mapper);
	}

	@Bean
	InspectedCaches inspectedCaches(ObjectProvider<EhCacheCacheManager> managers) {
		InspectedCaches caches = new InspectedCaches(managers.stream().toList());
		caches.managers().forEach((manager) -> refuseReserved(manager.declared()));
		return caches;
	}

	private static void refuseReserved(EhcacheXml declared) {
		for (DeclaredCache cache : declared.caches()) {
			if (ReservedNames.ALL.contains(cache.name())) {
				throw new EhcacheXmlException(
						declared, cache, "the cache '" + cache.name() + "' could not be looked at: /api/v1/cache/"
								+ cache.name() + " answers with something else.",
						"Give it another name, in the annotations too.");
			}
		}
	}

	@Bean
	CacheInspector cacheInspector(InspectedCaches caches, ObjectProvider<Clock> clock, ValueText.Renderer values) {
		return new CacheInspector(caches, clock.getIfAvailable(Clock::systemUTC), values);
	}

	@Bean
	CacheController cacheController(CacheInspector inspector) {
		return new CacheController(inspector);
	}

	@Bean
	CacheOperationController cacheOperationController(CacheInspector inspector, InspectedCaches caches,
			ObjectProvider<Clock> clock) {
		return new CacheOperationController(inspector,
				new CacheOperator(caches, clock.getIfAvailable(Clock::systemUTC)));
	}

	@Bean
	CacheHistory cacheHistory(InspectedCaches caches, ObjectProvider<Clock> clock) {
		return new CacheHistory(caches, clock.getIfAvailable(Clock::systemUTC));
	}

	@Bean
	HistorySampling historySampling(CacheHistory history) {
		return new HistorySampling(history, CacheHistory.STEP);
	}

	@Bean
	EntryController cacheEntryController(CacheInspector inspector, CacheHistory history) {
		return new EntryController(inspector, history);
	}

	@Bean
	FindingsController findingsController(InspectedCaches caches, ObjectProvider<Clock> clock) {
		return new FindingsController(new CacheDoctor(caches, clock.getIfAvailable(Clock::systemUTC)));
	}

	@Bean
	ConsoleController consoleController() {
		return new ConsoleController();
	}

}
