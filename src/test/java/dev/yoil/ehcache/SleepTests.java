package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.yoil.ehcache.ledger.Departure;
import dev.yoil.ehcache.ledger.DepartureCause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A cache that is asleep serves nothing and stores nothing, and wakes up empty.
 */
@Timeout(60)
class SleepTests {

	private final Queue<Runnable> refreshes = new ArrayDeque<>();

	private final TestCaches caches = TestCaches.of(10, "ttl='200s' refresh-after='100s' stale-if-error='100s'",
			this.refreshes::add);

	private final EhCacheCache cache = this.caches.cache();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final AtomicInteger loads = new AtomicInteger();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.caches.close();
	}

	@Test
	void servesNothingAndStoresNothing() throws Exception {
		this.cache.put("key", "before");
		this.cache.put("other", "before");
		assertThat(this.cache.byHand("admin").sleep())
			.isEqualTo(new ByHand.Slept(new Sleep(this.caches.clock().millis(), "admin"), true, 2));
		assertThat(this.cache.get("key")).isNull();
		assertThat(LastAnswer.get().kind()).isEqualTo(LastAnswer.Kind.BYPASS);
		assertThat(this.cache.hit("key", String.class)).isNull();
		assertThat(this.cache.retrieve("key")).isNull();
		this.cache.put("key", "put");
		assertThat(this.cache.putIfAbsent("key", "put")).isNull();
		assertThat(this.cache.putIfAbsent("key", "put")).isNull();
		assertThat(this.cache.get("key", () -> "load " + this.loads.incrementAndGet())).isEqualTo("load 1");
		assertThat(this.cache.get("key", () -> "load " + this.loads.incrementAndGet())).isEqualTo("load 2");
		assertThat(LastAnswer.get().kind()).isEqualTo(LastAnswer.Kind.BYPASS);
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture("future")).get())
			.isEqualTo("future");
		assertThat(this.cache.evictIfPresent("key")).isFalse();
		assertThat(this.cache.invalidate()).isFalse();
		assertThat(this.cache.ledger().size()).isZero();
		assertThat(this.cache.getNativeCache()).isEmpty();
		assertThat(this.cache.ledger().statistics().hits()).isZero();
		assertThat(this.cache.ledger().statistics().misses()).isEqualTo(5);
		assertThat(this.cache.ledger().statistics().puts()).isEqualTo(2);
		assertThat(this.cache.ledger().statistics().removals()).isEqualTo(2);
		assertThat(this.cache.ledger().departures()).hasSize(2).allSatisfy((departure) -> {
			assertThat(departure.cause()).isEqualTo(DepartureCause.BYPASSED);
			assertThat(departure.by()).isEqualTo("admin");
		});
		assertThat(this.cache.byHand("admin").wake()).isTrue();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", () -> "awake")).isEqualTo("awake");
		assertThat(this.cache.get("key", () -> "again")).isEqualTo("awake");
	}

	@Test
	void keepsToWhoPutItToSleepFirst() {
		Sleep first = this.cache.byHand("first").sleep().sleep();
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(this.cache.byHand("second").sleep()).isEqualTo(new ByHand.Slept(first, false, 0));
		assertThat(this.cache.asleep()).isEqualTo(first);
		assertThat(this.cache.byHand("second").wake()).isTrue();
		assertThat(this.cache.byHand("second").wake()).isFalse();
		assertThat(this.cache.asleep()).isNull();
	}

	@Test
	void doesNotStoreWhatBeganToBeLoadedBefore() throws Exception {
		for (boolean awake : new boolean[] { false, true }) {
			Loading loading = new Loading("old");
			this.cache.byHand("admin").sleep();
			if (awake) {
				this.cache.byHand("admin").wake();
			}
			assertThat(loading.end()).isEqualTo("old");
			this.cache.byHand("admin").wake();
			assertThat(this.cache.get("key")).isNull();
		}
	}

	@Test
	void storesWhatBeganToBeLoadedAsleepUnlessItWasWrittenSince() throws Exception {
		for (Runnable write : List.<Runnable>of(() -> this.cache.evict("key"), () -> this.cache.put("key", "new"),
				() -> this.cache.putIfAbsent("key", "new"), () -> this.cache.evictIfPresent("key"), this.cache::clear,
				() -> this.cache.byHand("admin").evict("key"::equals))) {
			this.cache.byHand("admin").sleep();
			Loading loading = new Loading("old");
			write.run();
			this.cache.byHand("admin").wake();
			assertThat(loading.end()).isEqualTo("old");
			assertThat(this.cache.get("key")).isNull();
		}
		this.cache.byHand("admin").sleep();
		Loading loading = new Loading("right");
		this.cache.byHand("admin").wake();
		assertThat(loading.end()).isEqualTo("right");
		assertThat(this.cache.get("key", () -> "loaded again")).isEqualTo("right");
	}

	@Test
	void stillSharesTheLoadsOfAKey() throws Exception {
		this.cache.byHand("admin").sleep();
		Loading loading = new Loading("shared");
		List<Future<Object>> others = Stream.generate(() -> this.threads.submit(() -> {
			Object value = this.cache.get("key", () -> "not shared");
			return (LastAnswer.get().kind() == LastAnswer.Kind.BYPASS) ? value : LastAnswer.get().kind();
		})).limit(5).toList();
		await().until(() -> this.cache.ledger().statistics().sharedLoads() == 5);
		assertThat(loading.end()).isEqualTo("shared");
		for (Future<Object> other : others) {
			assertThat(other.get()).isEqualTo("shared");
		}
		assertThat(this.cache.ledger().size()).isZero();
	}

	@Test
	void servesNoStaleValueAndStoresNoRefresh() {
		this.cache.get("key", () -> "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		assertThat(this.cache.get("key", () -> "refreshed")).isEqualTo("old");
		this.cache.byHand("admin").sleep();
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> this.cache.get("key", () -> {
			throw new IllegalStateException("away");
		}));
		this.cache.byHand("admin").wake();
		this.refreshes.remove().run();
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void storesNothingThatATransactionBeganToLoadBefore() {
		Lease lease = this.cache.lease("key", this);
		this.cache.byHand("admin").sleep();
		this.cache.byHand("admin").wake();
		this.cache.storeLoaded("key", "old", lease);
		assertThat(this.cache.get("key")).isNull();
		this.cache.byHand("admin").sleep();
		Lease asleep = this.cache.lease("key", this);
		this.cache.storeLoaded("key", "old", asleep);
		this.cache.byHand("admin").wake();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.ledger().departures()).extracting(Departure::key).isEmpty();
	}

	/** A load of the key in another thread, which ends when it is told to. */
	private final class Loading {

		private final CountDownLatch mayEnd = new CountDownLatch(1);

		private final Future<Object> value;

		Loading(String value) throws InterruptedException {
			CountDownLatch begun = new CountDownLatch(1);
			this.value = SleepTests.this.threads.submit(() -> SleepTests.this.cache.get("key", () -> {
				begun.countDown();
				this.mayEnd.await();
				return value;
			}));
			begun.await();
		}

		Object end() throws Exception {
			this.mayEnd.countDown();
			return this.value.get();
		}

	}

}
