package dev.yoil.webtoon.problem;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;

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
	 * Has Hibernate's failures told apart by what the driver says, as those of
	 * {@code JdbcClient} are. HikariCP says of a connection that broke that it is closed,
	 * without a state.
	 */
	@Bean
	SQLExceptionTranslator sqlExceptionTranslator() {
		SQLExceptionSubclassTranslator translator = new SQLExceptionSubclassTranslator();
		translator.setCustomTranslator((task, sql, failure) -> (failure.getSQLState() == null)
				? new DataAccessResourceFailureException(task, failure) : null);
		return translator;
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
