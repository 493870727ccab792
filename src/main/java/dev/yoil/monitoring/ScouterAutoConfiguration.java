package dev.yoil.monitoring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.Ordered;

/**
 * Lets the Scouter agent see the requests that filters answer. Everything else that the
 * agent needs is in {@code application-scouter.yaml}.
 */
@AutoConfiguration
@Profile("scouter")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class ScouterAutoConfiguration {

	/**
	 * In front of all others, so that what they do is part of the trace.
	 */
	@Bean
	FilterRegistrationBean<TracedFilter> tracedFilter() {
		FilterRegistrationBean<TracedFilter> filter = new FilterRegistrationBean<>(new TracedFilter());
		filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return filter;
	}

}
