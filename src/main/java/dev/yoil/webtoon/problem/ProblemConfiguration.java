package dev.yoil.webtoon.problem;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Has Tomcat answer errors with problem details, and failures of the database keep their
 * cause.
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
	 * Reports a rollback that fails as {@code DataSourceTransactionManager} does. Spring
	 * then keeps the failure of the query that came before it, which names the cause.
	 */
	@Bean
	PlatformTransactionManager transactionManager(ObjectProvider<TransactionManagerCustomizers> customizers) {
		JpaTransactionManager manager = new JpaTransactionManager() {

			private static final long serialVersionUID = 1L;

			@Override
			protected void doRollback(DefaultTransactionStatus status) {
				try {
					super.doRollback(status);
				}
				catch (DataAccessException ex) {
					throw new TransactionSystemException("Could not roll back", ex);
				}
			}

		};
		customizers.ifAvailable((all) -> all.customize(manager));
		return manager;
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
