package dev.yoil.webtoon.problem;

import jakarta.servlet.DispatcherType;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Has Tomcat and what stands in front of MVC answer errors with problem details.
 */
@Configuration(proxyBeanMethods = false)
class ProblemConfiguration {

	/** The name of the bean. */
	static final String PROBLEM_REPORTS = "problemReports";

	/** The name of the bean. */
	static final String UNUSABLE_REQUESTS = "unusableRequests";

	@Bean(PROBLEM_REPORTS)
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemReports(JsonMapper json) {
		return reportingProblems(json);
	}

	@Bean(UNUSABLE_REQUESTS)
	FilterRegistrationBean<UnusableRequestFilter> unusableRequests(JsonMapper json, DispatcherServletPath servlet) {
		return refusingUnusable(!servlet.getPrefix().isEmpty(), json);
	}

	/**
	 * Puts the filter in front of all others, and in front of where Tomcat forwards the
	 * errors of requests that are for no servlet.
	 * @param prefixed whether MVC is mapped to a prefix
	 */
	static FilterRegistrationBean<UnusableRequestFilter> refusingUnusable(boolean prefixed, JsonMapper json) {
		FilterRegistrationBean<UnusableRequestFilter> filter = new FilterRegistrationBean<>(
				new UnusableRequestFilter(prefixed, json));
		filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
		filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ERROR);
		return filter;
	}

	/**
	 * Has a web server answer errors with problem details.
	 */
	static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> reportingProblems(JsonMapper json) {
		return (factory) -> {
			factory.addConnectorCustomizers((connector) -> connector.setAllowTrace(true));
			factory.addContextCustomizers((context) -> reportProblems(context, json));
		};
	}

	private static void reportProblems(Context context, JsonMapper json) {
		StandardHost host = (StandardHost) context.getParent();
		host.getPipeline().addValve(new ProblemReportValve(json));
		// Else the host adds Tomcat's own behind it, which then writes its page first.
		host.setErrorReportValveClass(ProblemReportValve.class.getName());
	}

}
