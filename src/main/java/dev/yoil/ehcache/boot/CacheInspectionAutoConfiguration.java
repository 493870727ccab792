package dev.yoil.ehcache.boot;

import java.time.Clock;
import java.util.List;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.inspect.CacheInspector;
import dev.yoil.ehcache.inspect.CacheOperator;
import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.web.CacheController;
import dev.yoil.ehcache.web.CacheProblemAdvice;
import dev.yoil.ehcache.web.CacheStatusAdvice;
import dev.yoil.ehcache.web.JsonValueText;
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
	@ConditionalOnMissingBean
	ValueText.Renderer cachedValueText(JsonMapper mapper) {
		return new JsonValueText(mapper);
	}

	@Bean
	CacheController cacheController(ObjectProvider<EhCacheCacheManager> managers, ObjectProvider<Clock> clock,
			ValueText.Renderer values) {
		List<EhCacheCacheManager> all = managers.stream().toList();
		return new CacheController(new CacheInspector(all, clock.getIfAvailable(Clock::systemUTC), values),
				new CacheOperator(all));
	}

}
