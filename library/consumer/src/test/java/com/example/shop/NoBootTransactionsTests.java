package com.example.shop;

import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Framework alone, with transactions without JDBC.
 */
class NoBootTransactionsTests {

	@Test
	void keepsCommittedValuesOnly() {
		Seen.has(List.of(Seen.TRANSACTIONS), List.of(Seen.BOOT, Seen.JACKSON, Seen.JDBC, Seen.SERVLETS, Seen.WEB));
		try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext(Plain.class,
				Prices.class)) {
			Prices prices = shop.getBean(Prices.class);
			TransactionTemplate transaction = new TransactionTemplate(new SomeTransactions());
			int rolledBack = transaction.execute((status) -> {
				status.setRollbackOnly();
				return prices.of("pen");
			});
			int committed = transaction.execute((status) -> prices.of("pen"));
			assertThat(committed).isGreaterThan(rolledBack);
			assertThat(prices.of("pen")).isEqualTo(committed);
			transaction.setReadOnly(true);
			int read = transaction.execute((status) -> prices.inStock("book"));
			assertThat(prices.inStock("book")).isEqualTo(read);
		}
	}

	@Test
	void writesAfterTheCommitOnly() {
		try (AnnotationConfigApplicationContext shop = new AnnotationConfigApplicationContext(Plain.class)) {
			Cache prices = Objects.requireNonNull(shop.getBean(EhCacheCacheManager.class).getCache("prices"));
			prices.put("ink", 1);
			inTransaction(prices, TransactionExecution::setRollbackOnly);
			assertThat(prices.get("pen")).isNull();
			assertThat(prices.get("ink", Integer.class)).isOne();
			inTransaction(prices, (status) -> {
			});
			assertThat(prices.get("pen", Integer.class)).isEqualTo(2);
			assertThat(prices.get("ink")).isNull();
		}
	}

	/** Puts a pen and evicts the ink, which only the transaction sees at first. */
	private static void inTransaction(Cache prices, Consumer<TransactionStatus> end) {
		new TransactionTemplate(new SomeTransactions()).executeWithoutResult((status) -> {
			prices.put("pen", 2);
			prices.evict("ink");
			assertThat(prices.get("pen", Integer.class)).isEqualTo(2);
			assertThat(prices.get("ink")).isNull();
			assertThat(CompletableFuture.supplyAsync(() -> prices.get("pen")).join()).isNull();
			assertThat(CompletableFuture.supplyAsync(() -> prices.get("ink", Integer.class)).join()).isOne();
			end.accept(status);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Plain {

		@Bean
		EhCacheCacheManager cacheManager() {
			EhCacheCacheManager manager = new EhCacheCacheManager(
					EhcacheXml.read("ehcache.xml", new ClassPathResource("ehcache.xml")), Clock.systemUTC());
			manager.setTransactionAware(true);
			return manager;
		}

	}

	@SuppressWarnings("serial") // Never serialized.
	private static final class SomeTransactions extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			TransactionSynchronizationManager.bindResource(this, "a session");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

		@Override
		protected void doCleanupAfterCompletion(Object transaction) {
			TransactionSynchronizationManager.unbindResource(this);
		}

	}

}
