package dev.yoil.ehcache.boot;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of the spans of callers that wait for a load. All other spans come
 * from Spring Boot's handler of observations.
 */
@AutoConfiguration(
		afterName = "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration")
@ConditionalOnClass(TracingObservationHandler.class)
@ConditionalOnBean(Tracer.class)
public final class EhCacheTracingAutoConfiguration {

	@Bean
	@Order(0) // before the handler of all observations
	JoinedLoadTracing yoilJoinedLoadTracing(Tracer tracer) {
		return new JoinedLoadTracing(tracer);
	}

}
