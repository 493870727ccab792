package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.Cache.ValueWrapper;
import org.springframework.cache.support.NullValue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * The contract of Spring's {@link Cache} for one caller.
 */
abstract class CacheContract {

	final TestCaches caches;

	private final Cache cache;

	CacheContract(TestCaches caches) {
		this.caches = caches;
		this.cache = caches.manager().getCache("cache");
	}

	@Test
	void isEmptyAtFirst() {
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", String.class)).isNull();
		assertThat(this.cache.retrieve("key")).isNull();
	}

	@Test
	void returnsThePutValue() {
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
	void replacesThePutValue() {
		this.cache.put("key", "old");
		this.cache.put("key", "new");
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void rejectsAValueOfAnotherType() {
		this.cache.put("key", "text");
		assertThatIllegalStateException().isThrownBy(() -> this.cache.get("key", Integer.class))
			.withMessage("Cache 'cache' has a value of type java.lang.String under the key 'key', not of type "
					+ "java.lang.Integer");
	}

	@Test
	void rejectsNullKeys() {
		Stream
			.<Consumer<Cache>>of((cache) -> cache.get(null), (cache) -> cache.get(null, String.class),
					(cache) -> cache.get(null, () -> "value"), (cache) -> cache.retrieve(null),
					(cache) -> cache.put(null, "value"), (cache) -> cache.putIfAbsent(null, "value"),
					(cache) -> cache.evict(null), (cache) -> cache.evictIfPresent(null))
			.forEach((use) -> assertThatNullPointerException().isThrownBy(() -> use.accept(this.cache)));
		assertThat(this.cache.invalidate()).isFalse();
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
	void treatsNullValueAsNull() throws Exception {
		this.cache.put("put", NullValue.INSTANCE);
		this.cache.putIfAbsent("put if absent", NullValue.INSTANCE);
		assertThat(this.cache.<Object>get("loaded", () -> NullValue.INSTANCE)).isNull();
		assertThat(
				this.cache.<Object>retrieve("retrieved", () -> CompletableFuture.completedFuture(NullValue.INSTANCE)))
			.isCompletedWithValue(null);
		this.cache.evict("evicted");
		assertThat(this.cache.<Object>get("evicted", () -> NullValue.INSTANCE)).isNull();
		for (String key : List.of("put", "put if absent", "loaded")) {
			assertThat(this.cache.get(key)).as(key).isNotNull().extracting(ValueWrapper::get).isNull();
			assertThat(this.cache.get(key, Object.class)).as(key).isNull();
			assertThat(this.cache.<Object>get(key, () -> "other")).as(key).isNull();
			assertThat(((ValueWrapper) this.cache.retrieve(key).get()).get()).as(key).isNull();
			assertThat(this.cache.<Object>retrieve(key, () -> CompletableFuture.completedFuture("other"))).as(key)
				.isCompletedWithValue(null);
		}
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
	void reportsWhetherAnEntryWasEvicted() {
		this.cache.put("key", "value");
		assertThat(this.cache.evictIfPresent("key")).isTrue();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.evictIfPresent("key")).isFalse();
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
	void reportsWhetherEntriesWereInvalidated() {
		assertThat(this.cache.invalidate()).isFalse();
		this.cache.put("key", "value");
		assertThat(this.cache.invalidate()).isTrue();
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void loadsOnceAndStoresTheValue() {
		AtomicInteger loads = new AtomicInteger();
		assertThat(this.cache.get("key", loads::incrementAndGet)).isEqualTo(1);
		assertThat(this.cache.get("key", loads::incrementAndGet)).isEqualTo(1);
		assertThat(this.cache.get("key", Integer.class)).isEqualTo(1);
	}

	@Test
	void wrapsExceptionsAndStoresNothing() {
		Exception failure = new Exception("no database");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("key", () -> {
			throw failure;
		})).withCause(failure).extracting(ValueRetrievalException::getKey).isEqualTo("key");
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", () -> "recovered")).isEqualTo("recovered");
	}

	@Test
	void propagatesExceptionsOfAsynchronousLoaders() {
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

}
