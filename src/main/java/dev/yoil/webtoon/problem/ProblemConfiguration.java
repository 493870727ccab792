package dev.yoil.webtoon.problem;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizers;
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
 * Transaction and exception settings that keep the cause of database failures, which
 * decides on the response.
 */
@Configuration(proxyBeanMethods = false)
class ProblemConfiguration {

	/**
	 * Classifies Hibernate's failures by the driver's exception, as for
	 * {@code JdbcClient}. HikariCP reports a broken connection as closed, without a SQL
	 * state.
	 */
	@Bean
	SQLExceptionTranslator sqlExceptionTranslator() {
		SQLExceptionSubclassTranslator translator = new SQLExceptionSubclassTranslator();
		translator.setCustomTranslator((task, sql, failure) -> (failure.getSQLState() == null)
				? new DataAccessResourceFailureException(task, failure) : null);
		return translator;
	}

	/**
	 * Reports a failed rollback as {@code DataSourceTransactionManager} does, so that
	 * Spring keeps the failure of the query before it.
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

}
