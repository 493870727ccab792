package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Refresh and stale values.
 */
@Timeout(30)
class StaleAndRefreshTests {

	private final Deque<Runnable> background = new ArrayDeque<>();

	private final AtomicInteger loads = new AtomicInteger();

	private TestCaches caches;

	@AfterEach
	void close() {
		if (this.caches != null) {
			this.caches.close();
		}
	}

	@Test
	void refreshesInTheBackgroundAndServesThePresentValue() {
		EhCacheCache cache = cache("ttl='200s' refresh-after='150s'");
		assertThat(cache.get("key", this.loads::incrementAndGet)).isEqualTo(1);
		this.caches.clock().advance(Duration.ofMillis(149_999));
		cache.get("key", this.loads::incrementAndGet);
		assertThat(this.background).as("younger than refresh-after").isEmpty();
		this.caches.clock().advance(Duration.ofMillis(1));
		for (int i = 0; i < 10; i++) {
			assertThat(cache.get("key", this.loads::incrementAndGet)).isEqualTo(1);
		}
		assertThat(this.background).as("one refresh for all").hasSize(1);
		runBackground();
		assertThat(cache.get("key", this.loads::incrementAndGet)).isEqualTo(2);
		assertThat(cache.index().find("key").version()).isEqualTo(2);
		this.caches.clock().advance(Duration.ofMillis(149_999));
		assertThat(cache.get("key", this.loads::incrementAndGet)).isEqualTo(2);
		assertThat(this.background).isEmpty();
	}

	@Test
	void jitterSpreadsRefreshes() {
		EhCacheCache cache = cache("ttl='400s' refresh-after='100s' jitter='50%'");
		for (int key = 0; key < 10; key++) {
			cache.put(key, 0);
		}
		this.caches.clock().advance(Duration.ofSeconds(75));
		for (int key = 0; key < 10; key++) {
			assertThat(cache.get(key, this.loads::incrementAndGet)).isZero();
		}
		assertThat(this.background).as("half of the time of the refreshes").hasSizeBetween(3, 7);
		this.caches.clock().advance(Duration.ofSeconds(25));
		for (int key = 0; key < 10; key++) {
			cache.get(key, this.loads::incrementAndGet);
		}
		assertThat(this.background).hasSize(10);
	}

	@Test
	void keepsTheValueIfARefreshFailsAndRetriesOnceASecond() {
		EhCacheCache cache = cache("ttl='200s' refresh-after='150s'");
		cache.put("key", "present");
		this.caches.clock().advance(Duration.ofSeconds(150));
		for (int second = 0; second < 3; second++) {
			for (int i = 0; i < 1_000; i++) {
				assertThat(cache.get("key", failing())).isEqualTo("present");
				runBackground();
				this.caches.clock().advance(Duration.ofMillis(1));
			}
		}
		assertThat(this.loads).hasValue(3);
		assertThat(cache.statistics().failedLoads()).isEqualTo(3);
		assertThat(cache.statistics().staleServed()).isZero();
	}

	@Test
	void callersAfterTtlJoinARunningRefresh() {
		EhCacheCache cache = cache("ttl='200s' refresh-after='150s'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<Void> loading = new CompletableFuture<>();
		cache.get("key", () -> {
			loading.complete(null);
			finish.await();
			return "new";
		});
		CompletableFuture<Void> refresh = Background.run(this.background.remove());
		loading.join();
		this.caches.clock().advance(Duration.ofSeconds(50));
		CompletableFuture<String> waiting = Background.supply(() -> cache.get("key", () -> "not called"));
		org.awaitility.Awaitility.await().until(() -> cache.statistics().sharedLoads() == 1);
		finish.countDown();
		assertThat(waiting.join()).isEqualTo("new");
		refresh.join();
	}

	@Test
	void servesTheStaleValueDuringARunningRefresh() {
		EhCacheCache cache = cache("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		cache.get("key", () -> {
			this.caches.clock().advance(Duration.ofSeconds(50));
			assertThat(Background.supply(() -> cache.get("key", () -> "not called")).join()).isEqualTo("old");
			return "new";
		});
		runBackground();
		assertThat(cache.get("key", () -> "not called")).isEqualTo("new");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
		assertThat(cache.statistics().staleServed()).isEqualTo(1);
		assertThat(cache.statistics().sharedLoads()).isZero();
	}

	@Test
	void doesNotServeTheStaleValueDuringAQueuedRefresh() {
		EhCacheCache cache = cache("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		cache.get("key", () -> "not called");
		assertThat(this.background).hasSize(1);
		this.caches.clock().advance(Duration.ofSeconds(50));
		assertThat(cache.get("key", () -> "new")).isEqualTo("new");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.MISS);
		runBackground();
		assertThat(cache.get("key", () -> "not called")).isEqualTo("new");
		assertThat(cache.statistics().staleServed()).isZero();
	}

	@Test
	void servesTheStaleValueIfTheLoadFails() {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'");
		cache.put("key", "old");
		assertThat(cache.get("key", failing())).isEqualTo("old");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(cache.get("key", failing())).isEqualTo("old");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
		assertThat(CacheLookup.get().cache()).isSameAs(cache);
		assertThat(CacheLookup.get().key()).isEqualTo("key");
		assertThat(cache.statistics().staleServed()).isEqualTo(1);
		assertThat(cache.statistics().hits()).isEqualTo(1);
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void logsAKeyWithLineBreaksInOneLine(CapturedOutput output) {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'");
		cache.put("key\nERROR forged", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		cache.get("key\nERROR forged", failing());
		assertThat(output).contains("Key 'key\\u{a}ERROR forged' of cache").doesNotContain("\nERROR forged");
	}

	@Test
	void doesNotServeAStaleValueWithoutALoader() {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(cache.get("key")).isNull();
		assertThat(cache.get("key", String.class)).isNull();
		assertThat(cache.evictIfPresent("key")).isFalse();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(cache.putIfAbsent("key", "new")).isNull();
		assertThat(cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void retriesInTheBackgroundOnceASecond() {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		for (int i = 0; i < 3_000; i++) {
			assertThat(cache.get("key", failing())).isEqualTo("old");
			runBackground();
			this.caches.clock().advance(Duration.ofMillis(1));
		}
		assertThat(this.loads).hasValue(3);
		assertThat(cache.statistics().staleServed()).isEqualTo(3_000);
		assertThat(cache.get("key", () -> "new")).as("without waiting").isEqualTo("old");
		runBackground();
		assertThat(cache.get("key", () -> "newer")).isEqualTo("new");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
	}

	@Test
	void endsAfterStaleIfError() {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(800).minusMillis(1));
		assertThat(cache.get("key", failing())).isEqualTo("old");
		runBackground();
		this.caches.clock().advance(Duration.ofMillis(1));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", failing()));
		assertThat(cache.index().size()).isZero();
		assertThat(TestCaches.removals(cache)).singleElement()
			.extracting((removal) -> removal.cause())
			.isEqualTo(RemovalCause.EXPIRED_TTL);
	}

	@Test
	void servesAStaleValueAfterTti() {
		EhCacheCache cache = cache("ttl='200s' tti='50s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(50));
		for (int i = 0; i < 599; i++) {
			assertThat(cache.get("key", failing())).as("access does not revive it").isEqualTo("old");
			assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
			runBackground();
			this.caches.clock().advance(Duration.ofSeconds(1));
		}
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", failing()));
	}

	@Test
	void neverExceedsUntil() {
		EhCacheCache cache = cache("ttl='200s' until='0 0 0 * * *' stale-if-error='10h'");
		this.caches.clock().set(java.time.Instant.parse("2026-11-21T14:00:00Z"));
		cache.put("ranking", "of the 21st");
		this.caches.clock().set(java.time.Instant.parse("2026-11-21T14:59:59.999Z"));
		assertThat(cache.get("ranking", failing())).isEqualTo("of the 21st");
		this.caches.clock().set(java.time.Instant.parse("2026-11-21T15:00:00Z"));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("ranking", failing()));
	}

	@Test
	void neverServesAnEvictedValue() throws Exception {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		cache.evict("key");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", failing()));
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", () -> {
			cache.evict("key");
			throw new IllegalStateException("no database");
		}));
	}

	@Test
	void servesNoStaleValueWithoutTheAttribute() {
		EhCacheCache cache = cache("ttl='200s'");
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", failing()));
	}

	private EhCacheCache cache(String policy) {
		this.caches = TestCaches.of(10, policy, this.background::add);
		return this.caches.cache();
	}

	private void runBackground() {
		for (Runnable task = this.background.poll(); task != null; task = this.background.poll()) {
			task.run();
		}
	}

	private Callable<String> failing() {
		return () -> {
			this.loads.incrementAndGet();
			throw new IllegalStateException("no database");
		};
	}

	@ExtendWith(OutputCaptureExtension.class)
	@Test
	void logsOnceASecondThatRefreshesAreRejected(CapturedOutput output) {
		try (TestCaches caches = TestCaches.of(10, "ttl='20s' refresh-after='10s'", (refresh) -> {
			throw new RejectedExecutionException("full");
		})) {
			caches.cache().put("key", "old");
			caches.clock().advance(Duration.ofSeconds(10));
			for (int i = 0; i < 100; i++) {
				caches.cache().get("key", () -> "new");
			}
			assertThat(output.getAll().lines().filter((line) -> line.contains("executor rejected it")).count())
				.isEqualTo(1);
		}
	}

}
