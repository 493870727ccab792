package dev.yoil.ehcache;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.index.StoredEntry;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Stale values and refreshes in transactions.
 */
@Timeout(30)
class TransactionFreshnessTests {

	private final TestCaches caches = TestCaches.transactional(100,
			"ttl='200s' refresh-after='150s' stale-if-error='10m'");

	private final Cache cache = this.caches.manager().getCache("cache");

	private final TransactionTemplate transaction = transaction();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void refreshesOutsideTheTransaction() {
		this.cache.put("key", "present");
		this.caches.clock().advance(Duration.ofSeconds(150));
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.get("key", TransactionFreshnessTests::loadedOutside)).isEqualTo("present");
			assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
			await().until(() -> "loaded outside".equals(stored()));
			status.setRollbackOnly();
		});
		assertThat(stored()).isEqualTo("loaded outside");
	}

	@Test
	void refreshesOutsideTheTransactionOfAnAsynchronousCaller() {
		this.cache.put("key", "present");
		this.caches.clock().advance(Duration.ofSeconds(150));
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture(loadedOutside())))
				.isCompletedWithValue("present");
			await().until(() -> "loaded outside".equals(stored()));
		});
	}

	@Test
	void receivesTheStaleValueIfTheLoadFails() {
		this.cache.put("key", "before");
		this.cache.put("future", "before");
		this.caches.clock().advance(Duration.ofSeconds(200));
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.get("key", TransactionFreshnessTests::failing)).isEqualTo("before");
			assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
			assertThat(this.cache.retrieve("future",
					() -> CompletableFuture.failedFuture(new IllegalStateException("no database"))))
				.isCompletedWithValue("before");
			assertThat(this.caches.cache().statistics().staleServed()).isEqualTo(2);
		});
	}

	@Test
	void receivesTheStaleValueDuringARetry() {
		this.cache.put("key", "before");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", TransactionFreshnessTests::failing)).isEqualTo("before");
		this.caches.clock().advance(Duration.ofSeconds(1));
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.get("key", TransactionFreshnessTests::loadedOutside)).isEqualTo("before");
			assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
			await().until(() -> "loaded outside".equals(stored()));
		});
	}

	@Test
	void receivesNoStaleValueOfAKeyThatItRemoved() {
		this.cache.put("key", "before");
		this.caches.clock().advance(Duration.ofSeconds(200));
		this.transaction.executeWithoutResult((status) -> {
			this.cache.evict("key");
			assertThatExceptionOfType(ValueRetrievalException.class)
				.isThrownBy(() -> this.cache.get("key", TransactionFreshnessTests::failing));
		});
	}

	private Object stored() {
		StoredEntry entry = this.caches.cache().index().find("key");
		return (entry != null) ? entry.value() : null;
	}

	private static String loadedOutside() {
		return TransactionSynchronizationManager.isActualTransactionActive() ? "loaded inside" : "loaded outside";
	}

	private static String failing() {
		throw new IllegalStateException("no database");
	}

	private static TransactionTemplate transaction() {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
		return new TransactionTemplate(new JdbcTransactionManager(database));
	}

}
