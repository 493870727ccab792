package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeTransactions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A bypassed cache serves nothing and stores nothing, and is empty when the bypass ends.
 */
@Timeout(60)
class BypassTests {

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
		assertThat(this.cache.writes().bypass("admin"))
			.isEqualTo(new CacheOperations.Bypassed(new Bypass(this.caches.clock().instant(), "admin"), true, 2));
		assertThat(this.cache.get("key")).isNull();
		assertThat(CacheLookup.get().result()).isEqualTo(CacheLookup.Result.BYPASS);
		assertThat(this.cache.getServable("key", String.class)).isNull();
		assertThat(this.cache.retrieve("key")).isNull();
		this.cache.put("key", "put");
		assertThat(this.cache.putIfAbsent("key", "put")).isNull();
		assertThat(this.cache.putIfAbsent("key", "put")).isNull();
		assertThat(this.cache.get("key", () -> "load " + this.loads.incrementAndGet())).isEqualTo("load 1");
		assertThat(this.cache.get("key", () -> "load " + this.loads.incrementAndGet())).isEqualTo("load 2");
		assertThat(CacheLookup.get().result()).isEqualTo(CacheLookup.Result.BYPASS);
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture("future")).get())
			.isEqualTo("future");
		assertThat(this.cache.evictIfPresent("key")).isFalse();
		assertThat(this.cache.invalidate()).isFalse();
		assertThat(this.cache.index().size()).isZero();
		assertThat(this.cache.getNativeCache()).isEmpty();
		assertThat(this.cache.statistics().hits()).isZero();
		assertThat(this.cache.statistics().misses()).isEqualTo(5);
		assertThat(this.cache.statistics().puts()).isEqualTo(2);
		assertThat(this.cache.statistics().explicitRemovals()).isEqualTo(2);
		assertThat(TestCaches.removals(this.cache)).hasSize(2).allSatisfy((removal) -> {
			assertThat(removal.cause()).isEqualTo(RemovalCause.BYPASSED);
			assertThat(removal.by()).isEqualTo("admin");
		});
		assertThat(this.cache.writes().endBypass()).isTrue();
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", () -> "stored")).isEqualTo("stored");
		assertThat(this.cache.get("key", () -> "again")).isEqualTo("stored");
	}

	@Test
	void removesEntriesThatCouldBeServedStale() {
		this.cache.put("key", "stale");
		this.caches.clock().advance(Duration.ofSeconds(250));
		assertThat(this.cache.writes().bypass("admin").count()).isEqualTo(1);
		assertThat(TestCaches.removals(this.cache)).singleElement().satisfies((removal) -> {
			assertThat(removal.cause()).isEqualTo(RemovalCause.BYPASSED);
			assertThat(removal.by()).isEqualTo("admin");
		});
	}

	@Test
	void keepsTheFirstOperatorOfABypass() {
		Bypass first = this.cache.writes().bypass("first").bypass();
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(this.cache.writes().bypass("second")).isEqualTo(new CacheOperations.Bypassed(first, false, 0));
		assertThat(this.cache.bypassed()).isEqualTo(first);
		assertThat(this.cache.writes().endBypass()).isTrue();
		assertThat(this.cache.writes().endBypass()).isFalse();
		assertThat(this.cache.bypassed()).isNull();
	}

	@Test
	void doesNotStoreLoadsThatBeganBeforeTheBypass() throws Exception {
		for (boolean ended : new boolean[] { false, true }) {
			BlockedLoad load = new BlockedLoad(this.cache, "key", "old");
			this.cache.writes().bypass("admin");
			if (ended) {
				this.cache.writes().endBypass();
			}
			assertThat(load.end()).isEqualTo("old");
			this.cache.writes().endBypass();
			assertThat(this.cache.get("key")).isNull();
		}
	}

	@Test
	void storesLoadsThatBeganDuringTheBypassUnlessTheKeyWasWritten() {
		for (Runnable write : List.<Runnable>of(() -> this.cache.evict("key"), () -> this.cache.put("key", "new"),
				() -> this.cache.putIfAbsent("key", "new"), () -> this.cache.evictIfPresent("key"), this.cache::clear,
				() -> this.cache.writes().remove("key"::equals, "admin"))) {
			this.cache.writes().bypass("admin");
			BlockedLoad load = new BlockedLoad(this.cache, "key", "old");
			write.run();
			this.cache.writes().endBypass();
			assertThat(load.end()).isEqualTo("old");
			assertThat(this.cache.get("key")).isNull();
		}
		this.cache.writes().bypass("admin");
		BlockedLoad load = new BlockedLoad(this.cache, "key", "right");
		this.cache.writes().endBypass();
		assertThat(load.end()).isEqualTo("right");
		assertThat(this.cache.get("key", () -> "loaded again")).isEqualTo("right");
	}

	@Test
	void sharesLoadsDuringTheBypass() throws Exception {
		this.cache.writes().bypass("admin");
		BlockedLoad load = new BlockedLoad(this.cache, "key", "shared");
		List<Future<Object>> others = Stream.generate(() -> this.threads.submit(() -> {
			Object value = this.cache.get("key", () -> "not shared");
			return (CacheLookup.get().result() == CacheLookup.Result.BYPASS) ? value : CacheLookup.get().result();
		})).limit(5).toList();
		await().until(() -> this.cache.statistics().sharedLoads() == 5);
		assertThat(load.end()).isEqualTo("shared");
		for (Future<Object> other : others) {
			assertThat(other.get()).isEqualTo("shared");
		}
		assertThat(this.cache.index().size()).isZero();
	}

	@Test
	void servesNoStaleValueAndStoresNoRefresh() {
		this.cache.get("key", () -> "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		assertThat(this.cache.get("key", () -> "refreshed")).isEqualTo("old");
		this.cache.writes().bypass("admin");
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> this.cache.get("key", () -> {
			throw new IllegalStateException("planted");
		}));
		this.cache.writes().endBypass();
		this.refreshes.remove().run();
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void doesNotStoreLoadsOfATransactionThatBeganBeforeTheBypass() {
		Cache transactional = new TransactionalCache(this.cache);
		TransactionTemplate transaction = new TransactionTemplate(new FakeTransactions());
		transaction.executeWithoutResult((status) -> transactional.get("key", () -> {
			this.cache.writes().bypass("admin");
			this.cache.writes().endBypass();
			return "old";
		}));
		assertThat(this.cache.get("key")).isNull();
		transaction.executeWithoutResult((status) -> {
			this.cache.writes().bypass("admin");
			transactional.get("key", () -> "old");
		});
		this.cache.writes().endBypass();
		assertThat(this.cache.get("key")).isNull();
		assertThat(TestCaches.removals(this.cache)).extracting(Removal::key).isEmpty();
	}

}
