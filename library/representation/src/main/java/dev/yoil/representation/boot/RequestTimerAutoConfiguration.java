package dev.yoil.representation.boot;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingFilterBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Auto-configuration that times all requests, also those that a filter answers. It backs
 * off if the application has its own observation convention, or uses tracing, because
 * traces start with an observation.
 */
@AutoConfiguration(before = WebMvcObservationAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration" })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ MeterRegistry.class, WebMvcObservationAutoConfiguration.class })
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnMissingBean(value = ServerRequestObservationConvention.class, type = "io.micrometer.tracing.Tracer")
public final class RequestTimerAutoConfiguration {

	/**
	 * Has the order of Boot's filter, which it replaces.
	 */
	@Bean
	@ConditionalOnMissingFilterBean
	FilterRegistrationBean<ServerHttpObservationFilter> yoilRequestTimerFilter(MeterRegistry meters) {
		FilterRegistrationBean<ServerHttpObservationFilter> filter = new FilterRegistrationBean<>(
				new RequestTimerFilter(meters));
		filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
		return filter;
	}

}
