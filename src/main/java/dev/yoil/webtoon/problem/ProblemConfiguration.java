package dev.yoil.webtoon.problem;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Has Tomcat answer errors with problem details.
 */
@Configuration(proxyBeanMethods = false)
class ProblemConfiguration {

	/** The name of the bean. */
	static final String PROBLEM_REPORTS = "problemReports";

	@Bean(PROBLEM_REPORTS)
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemReports(JsonMapper json) {
		return reportingProblems(json);
	}

	/**
	 * Has a web server answer errors with problem details.
	 */
	static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> reportingProblems(JsonMapper json) {
		return (factory) -> factory.addContextCustomizers((context) -> reportProblems(context, json));
	}

	private static void reportProblems(Context context, JsonMapper json) {
		StandardHost host = (StandardHost) context.getParent();
		host.getPipeline().addValve(new ProblemReportValve(json));
		// Else the host adds Tomcat's own behind it, which then writes its page first.
		host.setErrorReportValveClass(ProblemReportValve.class.getName());
	}

}
