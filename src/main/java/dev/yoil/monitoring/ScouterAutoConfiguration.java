package dev.yoil.monitoring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.Ordered;

/**
 * Auto-configuration that makes requests answered by filters visible to the Scouter
 * agent. The other settings of the agent are in {@code application-scouter.yaml}.
 */
@AutoConfiguration
@Profile("scouter")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public final class ScouterAutoConfiguration {

	/**
	 * Runs before all other filters, so that they are part of the trace.
	 */
	@Bean
	FilterRegistrationBean<TracedFilter> tracedFilter() {
		FilterRegistrationBean<TracedFilter> filter = new FilterRegistrationBean<>(new TracedFilter());
		filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return filter;
	}

}
