package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Callers who wait for another's load before they have a loader of their own, and then
 * ask with one.
 */
@Timeout(30)
class WaitsWithoutLoaderTests {

	private final AtomicInteger own = new AtomicInteger();

	private final CountDownLatch end = new CountDownLatch(1);

	private TestCaches caches = TestCaches.of(10, "ttl='200s' refresh-after='150s'");

	@AfterEach
	void close() {
		this.end.countDown();
		CacheLookup.forgetWait();
		this.caches.close();
	}

	@Test
	void doNotWaitIfNobodyHasTo() {
		assertThat(cache().join("key", String.class)).as("nobody loads").isNull();
		cache().put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		CompletableFuture<String> refreshed = new CompletableFuture<>();
		assertThat(cache().get("key", refreshed::join)).isEqualTo("old");
		assertThat(cache().join("key", String.class)).as("the old one is still good").isNull();
		refreshed.complete("new");
		assertThat(statistics().misses()).isZero();
		assertThat(statistics().sharedLoads()).isZero();
		assertThat(cache().get("key", this::load)).isIn("old", "new");
	}

	@Test
	void getTheValue() throws Exception {
		CompletableFuture<String> first = loading("key", () -> "value");
		CompletableFuture<Result> waiting = Background.supply(() -> {
			assertThat(cache().join("key", String.class)).isEqualTo("value");
			return CacheLookup.get().result();
		});
		await().until(() -> statistics().sharedLoads() == 1);
		this.end.countDown();
		assertThat(waiting.get()).isEqualTo(Result.SHARED);
		assertThat(first.get()).isEqualTo("value");
		assertThat(statistics().misses()).isEqualTo(2);
	}

	@Test
	void getAValueOfAnotherTypeWithTheNextLookup() {
		loading("key", () -> "value");
		waits(Integer.class, this.end::countDown);
		cache().put("key", "put");
		assertThat(cache().get("key", this::load)).as("what it waited for").isEqualTo("value");
		assertThat(statistics().hits()).isZero();
		assertThat(cache().get("key", this::load)).as("once").isEqualTo("put");
		assertThat(statistics().misses()).isEqualTo(2);
	}

	@Test
	void failWithTheLoadAtOnceAndOnce() {
		loading("key", () -> {
			throw new IllegalStateException("planted");
		});
		waits(String.class, this.end::countDown);
		assertThat(cache().get("other", () -> "other")).isEqualTo("other");
		CacheLookup.forget();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache().get("key", this::load))
			.withStackTraceContaining("planted");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.SHARED);
		assertThat(this.own).hasValue(0);
		assertThat(statistics().misses()).as("with the other key's").isEqualTo(3);
		assertThat(statistics().sharedLoads()).isEqualTo(1);
		assertThat(cache().get("key", this::load)).isEqualTo("own");
	}

	@Test
	void areNotToldOfItInTheNextRequest() {
		loading("key", () -> {
			throw new IllegalStateException("planted");
		});
		waits(String.class, this.end::countDown);
		CacheLookup.forgetWait();
		assertThat(cache().get("key", this::load)).isEqualTo("own");
	}

	@Test
	void waitNoLongerThanTheLoadTimeoutInAll() {
		use("ttl='200s' load-timeout='1ms'");
		loading("key", () -> "late");
		waits(String.class, () -> {
		});
		assertThatExceptionOfType(LoadTimeoutException.class).isThrownBy(() -> cache().get("key", this::load));
		assertThat(statistics().sharedLoads()).as("waits").isEqualTo(1);
		assertThat(this.own).hasValue(0);
		assertThatExceptionOfType(LoadTimeoutException.class).as("a second lookup")
			.isThrownBy(() -> cache().get("key", this::load));
		assertThat(statistics().sharedLoads()).isEqualTo(2);
	}

	@Test
	void loadThemselvesIfTheLoadingThreadWasInterrupted() {
		loading("key", () -> {
			throw new InterruptedException();
		});
		waits(String.class, this.end::countDown);
		assertThat(CacheLookup.get().result()).isEqualTo(Result.MISS);
		assertThat(cache().get("key", this::load)).isEqualTo("own");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.MISS);
		assertThat(statistics().misses()).isEqualTo(2);
		assertThat(statistics().sharedLoads()).isEqualTo(1);
	}

	@Test
	void stayInterrupted() {
		loading("key", () -> "value");
		Thread.currentThread().interrupt();
		assertThat(cache().join("key", String.class)).isNull();
		assertThat(Thread.interrupted()).isTrue();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache().get("key", this::load))
			.withStackTraceContaining("Interrupted while another thread loads the value");
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.own).hasValue(0);
	}

	@Test
	void shareTheLoadOfABypassedCache() throws Exception {
		cache().operator("a").bypass();
		loading("key", () -> "value");
		CompletableFuture<Result> waiting = Background.supply(() -> {
			assertThat(cache().join("key", String.class)).isEqualTo("value");
			return CacheLookup.get().result();
		});
		await().until(() -> statistics().sharedLoads() == 1);
		this.end.countDown();
		assertThat(waiting.get()).isEqualTo(Result.BYPASS);
		assertThat(statistics().bypasses()).isEqualTo(2);
	}

	/**
	 * Waits in this thread, in vain.
	 * @param meanwhile what happens when it waits
	 */
	private void waits(Class<?> type, Runnable meanwhile) {
		CompletableFuture<Void> later = Background.run(() -> {
			await().until(() -> statistics().sharedLoads() == 1);
			meanwhile.run();
		});
		assertThat(cache().join("key", type)).isNull();
		later.join();
	}

	/**
	 * Begins a load that ends when it may.
	 */
	private CompletableFuture<String> loading(String key, Callable<String> source) {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> value = Background.supply(() -> cache().get(key, () -> {
			begun.countDown();
			this.end.await();
			return source.call();
		}));
		await().until(() -> begun.getCount() == 0);
		return value;
	}

	private String load() {
		this.own.incrementAndGet();
		return "own";
	}

	private EhCacheCache cache() {
		return this.caches.cache();
	}

	private CacheStatistics statistics() {
		return cache().statistics();
	}

	private void use(String policy) {
		this.caches.close();
		this.caches = TestCaches.of(10, policy);
	}

}
