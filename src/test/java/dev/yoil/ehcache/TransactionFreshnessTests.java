package dev.yoil.ehcache;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.region.Regions;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Stale values, refreshes and region changes in transactions.
 */
@Timeout(30)
class TransactionFreshnessTests {

	private final Regions regions = Regions.alone();

	private final TestCaches caches = TestCaches.transactional("ttl='200s' refresh-after='150s' stale-if-error='10m'",
			this.regions);

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

	@Test
	void keepsValuesPutAfterItsRegionChange() {
		this.cache.put("key", "before");
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("cache-region");
			this.cache.put("key", "after");
			this.cache.putIfAbsent("absent", "after");
			assertThat(this.cache.get("key", String.class)).isEqualTo("after");
			assertThat(stored()).isEqualTo("before");
		});
		assertThat(stored()).isEqualTo("after");
		assertThat(this.cache.get("absent", String.class)).isEqualTo("after");
	}

	@Test
	void removesValuesPutBeforeItsRegionChange() {
		this.transaction.executeWithoutResult((status) -> {
			this.cache.put("key", "before");
			this.cache.get("loaded", () -> "before");
			this.regions.changed("other", "cache-region");
			assertThat(this.cache.get("key")).isNull();
			assertThat(this.cache.get("loaded", () -> "after")).isEqualTo("after");
		});
		assertThat(stored()).isNull();
		assertThat(this.cache.get("loaded")).isNull();
	}

	@Test
	void keepsValuesPutBeforeARolledBackRegionChange() {
		this.transaction.executeWithoutResult((status) -> {
			this.cache.put("key", "before");
			Object savepoint = status.createSavepoint();
			this.regions.changed("cache-region");
			status.rollbackToSavepoint(savepoint);
		});
		assertThat(stored()).isEqualTo("before");
	}

	@Test
	void removesItsValuesIfAnotherTransactionChangesTheRegion() {
		TransactionTemplate another = transaction();
		another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("cache-region");
			this.cache.put("key", "after");
			another.executeWithoutResult((other) -> this.regions.changed("cache-region"));
		});
		assertThat(stored()).isNull();
		this.transaction.executeWithoutResult((status) -> {
			this.regions.changed("cache-region");
			this.cache.put("key", "after");
		});
		this.regions.changed("cache-region");
		assertThat(stored()).isNull();
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
