package dev.yoil.ehcache;

import java.util.UUID;

import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.region.Regions;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Region changes in transactions.
 */
@Timeout(30)
class RegionsInTransactionsTests {

	private final Regions regions = Regions.alone();

	private final TestCaches caches = TestCaches.transactional("ttl='200s'", this.regions);

	private final Cache cache = this.caches.manager().getCache("cache");

	private final TransactionTemplate transaction = transaction();

	@AfterEach
	void close() {
		this.caches.close();
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

	private static TransactionTemplate transaction() {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
		return new TransactionTemplate(new JdbcTransactionManager(database));
	}

}
