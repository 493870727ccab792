package dev.yoil.ehcache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.ledger.Statistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * What Spring's {@link Cache} promises, one caller at a time.
 */
class EhCacheCacheContractTests {

	private final TestCaches caches = TestCaches.of(100, "ttl='200s'");

	private final EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void hasANameAndANativeCache() {
		assertThat(this.cache.getName()).isEqualTo("cache");
		assertThat((Object) this.cache.getNativeCache()).isInstanceOf(org.ehcache.Cache.class);
	}

	@Test
	void knowsNothingAtFirst() {
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", String.class)).isNull();
		assertThat(this.cache.retrieve("key")).isNull();
	}

	@Test
	void givesWhatWasPut() {
		Object value = new Object();
		this.cache.put("key", value);
		assertThat(this.cache.get("key")).extracting(ValueWrapper::get).isSameAs(value);
		assertThat(this.cache.get("key", Object.class)).isSameAs(value);
		assertThat(this.cache.get("key", (Class<?>) null)).isSameAs(value);
		assertThat(this.cache.get("key", Object::new)).isSameAs(value);
		assertThat(this.cache.retrieve("key"))
			.isCompletedWithValueMatching((found) -> found instanceof ValueWrapper wrapper && wrapper.get() == value);
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture(new Object())))
			.isCompletedWithValueMatching((found) -> found == value);
	}

	@Test
	void replacesWhatWasPutBefore() {
		this.cache.put("key", "old");
		this.cache.put("key", "new");
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void refusesAValueOfAnotherType() {
		this.cache.put("key", "text");
		assertThatIllegalStateException().isThrownBy(() -> this.cache.get("key", Integer.class))
			.withMessageContaining("java.lang.Integer");
	}

	@Test
	void refusesNullKeys() {
		assertThatNullPointerException().isThrownBy(() -> this.cache.get(null));
		assertThatNullPointerException().isThrownBy(() -> this.cache.put(null, "value"));
		assertThatNullPointerException().isThrownBy(() -> this.cache.evict(null));
	}

	@Test
	void cachesNull() {
		AtomicInteger loads = new AtomicInteger();
		Callable<String> loader = () -> {
			loads.incrementAndGet();
			return null;
		};
		assertThat(this.cache.get("key", loader)).isNull();
		assertThat(this.cache.get("key", loader)).isNull();
		assertThat(loads).hasValue(1);
		assertThat(this.cache.get("key")).isNotNull().extracting(ValueWrapper::get).isNull();
		assertThat(this.cache.retrieve("key"))
			.isCompletedWithValueMatching((found) -> found instanceof ValueWrapper wrapper && wrapper.get() == null);
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture("other")))
			.isCompletedWithValue(null);
	}

	@Test
	void putsIfAbsent() {
		assertThat(this.cache.putIfAbsent("key", "first")).isNull();
		assertThat(this.cache.putIfAbsent("key", "second")).extracting(ValueWrapper::get).isEqualTo("first");
		assertThat(this.cache.putIfAbsent("none", null)).isNull();
		assertThat(this.cache.putIfAbsent("none", "value")).isNotNull().extracting(ValueWrapper::get).isNull();
	}

	@Test
	void evicts() {
		this.cache.put("key", "value");
		this.cache.put("other", "value");
		this.cache.evict("key");
		this.cache.evict("never there");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("other")).isNotNull();
	}

	@Test
	void tellsWhetherThereWasSomethingToEvict() {
		this.cache.put("key", "value");
		assertThat(this.cache.evictIfPresent("key")).isTrue();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.evictIfPresent("key")).isFalse();
	}

	@Test
	void doesNotCallAnExpiredEntryPresent() {
		this.cache.put("key", "value");
		this.caches.clock().advance(java.time.Duration.ofSeconds(200));
		assertThat(this.cache.evictIfPresent("key")).isFalse();
		assertThat(this.cache.ledger().statistics().expirations()).isEqualTo(1);
		assertThat(this.cache.ledger().size()).isZero();
	}

	@Test
	void clears() {
		this.cache.put("key", "value");
		this.cache.put("other", null);
		this.cache.clear();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("other")).isNull();
	}

	@Test
	void tellsWhetherThereWasSomethingToInvalidate() {
		assertThat(this.cache.invalidate()).isFalse();
		this.cache.put("key", "value");
		assertThat(this.cache.invalidate()).isTrue();
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void loadsOnceAndKeepsTheValue() {
		AtomicInteger loads = new AtomicInteger();
		assertThat(this.cache.get("key", loads::incrementAndGet)).isEqualTo(1);
		assertThat(this.cache.get("key", loads::incrementAndGet)).isEqualTo(1);
		assertThat(this.cache.get("key", Integer.class)).isEqualTo(1);
	}

	@Test
	void wrapsWhatALoaderThrowsAndKeepsNothing() {
		Exception failure = new Exception("no database");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("key", () -> {
			throw failure;
		})).withCause(failure).extracting(ValueRetrievalException::getKey).isEqualTo("key");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", () -> "recovered")).isEqualTo("recovered");
	}

	@Test
	void loadsAsynchronously() {
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> first = this.cache.retrieve("key", () -> value);
		CompletableFuture<String> second = this.cache.retrieve("key", () -> CompletableFuture.completedFuture("other"));
		assertThat(first).isNotDone();
		value.complete("loaded");
		assertThat(first).isCompletedWithValue("loaded");
		assertThat(second).isCompletedWithValue("loaded");
		assertThat(this.cache.get("key", String.class)).isEqualTo("loaded");
	}

	@Test
	void passesOnWhatAnAsynchronousLoaderThrows() {
		IllegalArgumentException failure = new IllegalArgumentException("no database");
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.failedFuture(failure)))
			.failsWithin(java.time.Duration.ZERO)
			.withThrowableOfType(java.util.concurrent.ExecutionException.class)
			.withCause(failure);
		assertThat(this.cache.retrieve("key", () -> {
			throw failure;
		})).failsWithin(java.time.Duration.ZERO)
			.withThrowableOfType(java.util.concurrent.ExecutionException.class)
			.withCause(failure);
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void doesNotLetOneCallerCancelTheLoadOfOthers() {
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> first = this.cache.retrieve("key", () -> value);
		CompletableFuture<String> second = this.cache.retrieve("key", () -> value);
		first.cancel(true);
		value.complete("loaded");
		assertThat(second).isCompletedWithValue("loaded");
	}

	@Test
	void countsWhatHappens() {
		this.cache.get("key");
		this.cache.put("key", 1);
		this.cache.put("key", 2);
		this.cache.get("key");
		this.cache.get("key", Integer.class);
		this.cache.get("key", () -> 3);
		this.cache.get("loaded", () -> 4);
		this.cache.putIfAbsent("key", 5);
		this.cache.evict("key");
		this.cache.evict("key");
		this.cache.clear();
		assertThat(this.cache.ledger().statistics())
			.extracting(Statistics::hits, Statistics::misses, Statistics::puts, Statistics::evictions,
					Statistics::expirations, Statistics::removals)
			.containsExactly(4L, 2L, 3L, 0L, 0L, 2L);
	}

	@Test
	void isClosedWithItsManager() {
		this.caches.manager().destroy();
		this.caches.manager().destroy();
		assertThatIllegalStateException().isThrownBy(() -> this.cache.get("key"));
	}

}
