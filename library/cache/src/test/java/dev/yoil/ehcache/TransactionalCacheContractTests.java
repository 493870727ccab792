package dev.yoil.ehcache;

import java.util.UUID;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionStatus;

/**
 * The contract inside a transaction.
 */
class TransactionalCacheContractTests extends CacheContract {

	private final JdbcTransactionManager transactions = new JdbcTransactionManager(database());

	private TransactionStatus transaction;

	TransactionalCacheContractTests() {
		super(TestCaches.transactional(100, "ttl='200s'"));
	}

	@BeforeEach
	void begin() {
		this.transaction = this.transactions.getTransaction(null);
	}

	@AfterEach
	void close() {
		this.transactions.commit(this.transaction);
		this.caches.close();
	}

	private static JdbcDataSource database() {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
		return database;
	}

}
