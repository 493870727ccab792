package dev.yoil.webtoon;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What all features share on the web: the form of the errors that Tomcat answers itself.
 */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

	@Bean
	WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemReports(JsonMapper json) {
		return (factory) -> factory.addContextCustomizers((context) -> reportProblems(context, json));
	}

	private static void reportProblems(Context context, JsonMapper json) {
		StandardHost host = (StandardHost) context.getParent();
		host.getPipeline().addValve(new ProblemReportValve(json));
		// Else the host adds Tomcat's own behind it, which then writes its page first.
		host.setErrorReportValveClass(ProblemReportValve.class.getName());
	}

}
