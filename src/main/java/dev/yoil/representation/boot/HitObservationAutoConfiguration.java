package dev.yoil.representation.boot;

import java.util.stream.Stream;

import dev.yoil.representation.cached.HitObservationFilter;
import dev.yoil.representation.cached.HitTimers;
import dev.yoil.representation.cached.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.DispatcherType;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingFilterBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationProperties;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Measures hits without the machinery of an observation, as long as nothing but timers
 * comes of observing a request: with a tracer, or with conventions and filters of the
 * application's own, all requests are observed in full.
 */
@AutoConfiguration(before = WebMvcObservationAutoConfiguration.class, after = RepresentationAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ MeterRegistry.class, ObservationProperties.class, WebMvcObservationAutoConfiguration.class })
@ConditionalOnBean({ MeterRegistry.class, ObservationRegistry.class })
@ConditionalOnMissingBean(ServerRequestObservationConvention.class)
@EnableConfigurationProperties(ObservationProperties.class)
public final class HitObservationAutoConfiguration {

	/** Boot registers its filter there. */
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	@Bean
	@ConditionalOnMissingFilterBean
	FilterRegistrationBean<ServerHttpObservationFilter> hitObservationFilter(ObservationRegistry observations,
			MeterRegistry meters, ObservationProperties properties, Routes routes,
			ObjectProvider<ObservationHandler<?>> handlers, ObjectProvider<ObservationFilter> filters,
			ObjectProvider<ObservationPredicate> predicates,
			ObjectProvider<ObservationRegistryCustomizer<?>> customizers) {
		DefaultServerRequestObservationConvention convention = new DefaultServerRequestObservationConvention(
				properties.getHttp().getServer().getRequests().getName());
		boolean onlyTimers = handlers.stream().findAny().isPresent()
				&& handlers.stream().allMatch((handler) -> handler.getClass() == DefaultMeterObservationHandler.class)
				&& Stream.of(filters, predicates, customizers)
					.flatMap(ObjectProvider::stream)
					.allMatch(HitObservationAutoConfiguration::isOfBoot);
		ServerHttpObservationFilter filter = onlyTimers
				? new HitObservationFilter(observations, convention, routes,
						new HitTimers(meters, convention, filters.stream().toList(), predicates.stream().toList()))
				: new ServerHttpObservationFilter(observations, convention);
		FilterRegistrationBean<ServerHttpObservationFilter> registration = new FilterRegistrationBean<>(filter);
		registration.setOrder(ORDER);
		registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
		return registration;
	}

	/**
	 * What Boot adds is told by properties and is the same for every request.
	 */
	private static boolean isOfBoot(Object bean) {
		return bean.getClass().getName().startsWith("org.springframework.boot.");
	}

}
