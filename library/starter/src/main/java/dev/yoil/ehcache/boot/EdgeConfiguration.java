package dev.yoil.ehcache.boot;

import java.net.URI;

import dev.yoil.ehcache.internal.edge.Edge;
import dev.yoil.ehcache.internal.edge.EdgeBypassFilter;
import dev.yoil.ehcache.internal.edge.EdgeHeaders;
import dev.yoil.ehcache.internal.edge.Edges;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import dev.yoil.ehcache.internal.purge.Purges;
import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.representation.cached.ResponseHeaders;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Configuration of the caches in front of the application.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Conditional(EdgeConfiguration.Named.class)
@EnableConfigurationProperties(EhCacheProperties.class)
@Import(EhCacheManagers.class)
class EdgeConfiguration {

	@Bean
	Edges yoilCacheEdges(EhCacheProperties properties, Regions regions) {
		return new Edges(properties.edge().settings(), Purges.of(regions),
				() -> regions.isShared() ? RegionTokens.newBarrier() : null);
	}

	/**
	 * Without an order, it runs after filters that may reject a request.
	 */
	@Bean
	EdgeBypassFilter yoilCacheEdgeBypassFilter(Edges edges, EhCacheManagers caches) {
		return new EdgeBypassFilter(edges, caches);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ResponseHeaders.class)
	static class Representations {

		@Bean
		ResponseHeaders yoilCacheEdgeHeaders(Edges edges, Regions regions) {
			EdgeHeaders headers = new EdgeHeaders(edges, regions.isShared());
			return (cache, key) -> {
				String tags = headers.tags(cache, key);
				return (tags != null) ? (value, request, response) -> headers.add(tags, cache, value, request, response)
						: null;
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class Metrics {

		@Bean
		MeterBinder yoilCacheEdgeMetrics(Edges edges) {
			return (registry) -> edges.all().forEach((edge) -> {
				Meters<Edge> meters = new Meters<>(registry, edge, Tags.of("edge", edge.name()));
				String purges = "Purges of changed regions at caches in front of the application.";
				meters.tagged("result", "success").counter("cache.edge.purges", purges, Edge::purges);
				meters.tagged("result", "failure").counter("cache.edge.purges", purges, Edge::failures);
				meters.gauge("cache.edge.pending", "Tags of changed regions that are still to be purged.",
						Edge::pending);
			});
		}

	}

	/** Matches if at least one URL is set. */
	static final class Named implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return Binder.get(context.getEnvironment())
				.bind("yoil.ehcache.edge.urls", Bindable.listOf(URI.class))
				.map((urls) -> !urls.isEmpty())
				.orElse(false);
		}

	}

}
