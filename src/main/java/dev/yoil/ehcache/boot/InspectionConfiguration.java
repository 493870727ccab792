package dev.yoil.ehcache.boot;

import java.time.Clock;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.internal.doctor.CacheDoctor;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.web.JsonValueText;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * What all ways to look into caches share.
 */
@Configuration(proxyBeanMethods = false)
@Import({ CacheInspector.class, CacheDoctor.class })
class InspectionConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ValueText.Renderer yoilCachedValueText(JsonMapper mapper) {
		return new JsonValueText(mapper);
	}

	@Bean
	InspectedCaches yoilInspectedCaches(ObjectProvider<EhCacheCacheManager> managers, ObjectProvider<Clock> clock) {
		// Also those that are there only for whoever asks for them by name.
		return new InspectedCaches(managers.orderedStream(ObjectProvider.UNFILTERED).toList(),
				clock.getIfAvailable(Clock::systemUTC));
	}

}
