package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.Background;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeTransactions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * {@code null-ttl="0s"}: callers receive {@code null}, and the cache does not store it.
 */
@Timeout(30)
class UncachedNullTests {

	private static final String POLICY = "ttl='200s' refresh-after='150s' stale-if-error='10m' jitter='10%' null-ttl='0s'";

	private final Deque<Runnable> background = new ArrayDeque<>();

	private final AtomicInteger loads = new AtomicInteger();

	private TestCaches caches = TestCaches.of(10, POLICY, this.background::add);

	private EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void isLoadedAgainByTheNextCaller() {
		assertThat(this.cache.get("key", loading(null))).isNull();
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture(null)))
			.isCompletedWithValue(null);
		assertThat(this.cache.get("key")).isNull();
		assertThat(this.cache.get("key", loading("value"))).isEqualTo("value");
		assertThat(this.cache.statistics().loads()).isEqualTo(3);
		assertThat(this.cache.statistics().puts()).isOne();
	}

	@Test
	void isHandedToCallersThatWaitForTheLoad() {
		BlockedLoad load = new BlockedLoad(this.cache, "key", null);
		List<CompletableFuture<Object>> waiting = List.of(
				Background.supply(() -> this.cache.get("key", loading("unused"))),
				Background.supply(() -> this.cache.get("key", loading("unused"))));
		await().until(() -> this.cache.statistics().sharedLoads() == 2);
		load.release();
		assertThat(waiting).allSatisfy((value) -> assertThat(value).succeedsWithin(Duration.ofSeconds(5)).isNull());
		assertThat(this.loads).hasValue(0);
	}

	@Test
	void removesTheStaleValue() {
		this.cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", loading(null))).isNull();
		assertThat(this.cache.peek("key")).isNull();
		assertThat(causes()).containsExactly(RemovalCause.GONE);
	}

	@Test
	void removesTheValueThatARefreshReplaces() {
		this.cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		assertThat(this.cache.get("key", loading(null))).isEqualTo("old");
		this.background.remove().run();
		assertThat(this.cache.get("key")).isNull();
		assertThat(causes()).containsExactly(RemovalCause.GONE);
	}

	@Test
	void removesTheKeyIfACallerPutsIt() {
		this.cache.put("key", "old");
		this.cache.put("key", null);
		assertThat(this.cache.get("key")).isNull();
		assertThat(causes()).containsExactly(RemovalCause.REMOVED);
		assertThat(this.cache.putIfAbsent("key", null)).isNull();
		assertThat(this.cache.get("key")).isNull();
		this.cache.put("key", "new");
		assertThat(this.cache.putIfAbsent("key", null).get()).isEqualTo("new");
	}

	@Test
	void voidsLoadsIfACallerPutsIt() {
		BlockedLoad load = new BlockedLoad(this.cache, "key", "older");
		this.cache.put("key", null);
		load.release();
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void isNotStoredForKeysThatALoaderLeavesOut() {
		BulkOperations bulk = BulkOperations.of(this.cache);
		assertThat(bulk.<String, String>getAll(List.of("a", "b"), (keys) -> Map.of("a", "value"))).hasSize(1);
		assertThat(this.cache.get("b")).isNull();
		assertThat(bulk.<String, String>getAll(List.of("a", "b"), (keys) -> Map.of("b", keys.toString())))
			.isEqualTo(Map.of("a", "value", "b", "[b]"));
	}

	@Test
	void isNotSeenByLaterLookupsOfATransaction() {
		this.caches.close();
		this.caches = TestCaches.transactional(10, POLICY);
		this.cache = this.caches.cache();
		Cache transactional = this.caches.manager().getCache("cache");
		this.cache.put("stale", "old");
		this.cache.put("put", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		this.cache.put("put", "old");
		new TransactionTemplate(new FakeTransactions()).executeWithoutResult((status) -> {
			assertThat(transactional.get("stale", loading(null))).isNull();
			assertThat(transactional.get("stale", loading("inserted"))).as("in the same transaction")
				.isEqualTo("inserted");
			transactional.put("put", null);
			assertThat(transactional.get("put")).isNull();
			assertThat(this.cache.get("put")).as("before the commit").isNotNull();
		});
		assertThat(this.cache.peek("stale")).isNull();
		assertThat(this.cache.peek("put")).isNull();
		assertThat(causes()).containsExactlyInAnyOrder(RemovalCause.GONE, RemovalCause.REMOVED,
				RemovalCause.EXPIRED_TTL);
	}

	@Test
	void isRemovedWhenThePolicyIsApplied() {
		this.caches.apply(10, "ttl='200s' stale-if-error='10m'");
		this.cache.put("key", null);
		this.caches.apply(10, POLICY);
		assertThat(this.cache.peek("key")).isNull();
		assertThat(this.cache.declared().policy())
			.hasToString("ttl 200s, refresh-after 150s, stale-if-error 10m, null-ttl 0s, jitter 10%, LRU");
	}

	private Callable<@Nullable Object> loading(@Nullable Object value) {
		return () -> {
			this.loads.incrementAndGet();
			return value;
		};
	}

	private List<RemovalCause> causes() {
		return TestCaches.removals(this.cache).stream().map(Removal::cause).toList();
	}

}
