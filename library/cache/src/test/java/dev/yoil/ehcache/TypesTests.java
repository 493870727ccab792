package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Keys and values of undeclared types are rejected.
 */
class TypesTests {

	private static final String VALUE = "Cache 'cache' requires values of type java.lang.String (line 1 of ehcache.xml), "
			+ "not java.lang.Integer";

	private static final String KEY = VALUE.replace("values", "keys")
		.replace("String", "Long")
		.replace("Integer", "String");

	private final TestCaches caches = TestCaches
		.declaring("<key-type>java.lang.Long</key-type>" + "<value-type>java.lang.String</value-type><heap>10</heap>");

	private final EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void acceptsDeclaredTypesAndNull() {
		this.cache.put(1L, "value");
		this.cache.put(2L, null);
		assertThat(this.cache.get(1L, String.class)).isEqualTo("value");
		assertThat(this.cache.get(2L)).extracting(Cache.ValueWrapper::get).isNull();
	}

	@Test
	void rejectsValues() {
		assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> this.cache.put(1L, 7)).withMessage(VALUE);
		assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> this.cache.putIfAbsent(1L, 7));
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> this.cache.get(1L, () -> 7))
			.havingCause()
			.isInstanceOf(ClassCastException.class)
			.withMessage(VALUE);
		assertThat(this.cache.get(1L)).isNull();
	}

	@Test
	void rejectsKeys() {
		for (ThrowingCallable use : List.<ThrowingCallable>of(() -> this.cache.put("key", "value"),
				() -> this.cache.putIfAbsent("key", "value"), () -> this.cache.get("key"),
				() -> this.cache.get("key", () -> "value"), () -> this.cache.evict("key"),
				() -> this.cache.getServable("key", String.class),
				() -> this.cache.retrieve("key", CompletableFuture::new))) {
			assertThatExceptionOfType(ClassCastException.class).isThrownBy(use).withMessage(KEY);
		}
	}

	@Test
	void rejectsAtOnceInATransaction() {
		this.caches.manager().setTransactionAware(true);
		this.caches.manager().initializeCaches();
		Cache transactional = this.caches.manager().getCache("cache");
		assertThat(transactional).isInstanceOf(TransactionalCache.class);
		DriverManagerDataSource database = new DriverManagerDataSource("jdbc:h2:mem:");
		new TransactionTemplate(new JdbcTransactionManager(database)).executeWithoutResult((status) -> {
			assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> transactional.put(1L, 7));
			for (ThrowingCallable use : List.<ThrowingCallable>of(() -> transactional.put("key", "value"),
					() -> transactional.evict("key"), () -> transactional.evictIfPresent("key"), () -> {
						transactional.clear();
						transactional.get("key");
					})) {
				assertThatExceptionOfType(ClassCastException.class).isThrownBy(use).withMessage(KEY);
			}
		});
	}

}
