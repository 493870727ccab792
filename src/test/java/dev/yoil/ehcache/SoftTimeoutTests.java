package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.CacheLookup.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class SoftTimeoutTests {

	private static final String SHORT = "ttl='10s' stale-if-error='10m' soft-timeout='1ms'";

	private static final String LONG = "ttl='10s' stale-if-error='10m' soft-timeout='1h'";

	private final CountDownLatch end = new CountDownLatch(1);

	private final AtomicInteger loads = new AtomicInteger();

	private TestCaches caches;

	@AfterEach
	void close() {
		this.end.countDown();
		this.caches.close();
	}

	@Test
	void servesTheStaleValueWhileALoadGoesOn() {
		EhCacheCache cache = expired(SHORT, Background::run);
		assertThat(cache.get("key", this::slow)).isEqualTo("old");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
		assertThat(cache.get("key", this::slow)).as("another caller").isEqualTo("old");
		assertThat(cache.statistics().staleServed()).isEqualTo(2);
		this.end.countDown();
		await().until(() -> "new".equals(cache.get("key", this::slow)));
		assertThat(this.loads).as("one load for all").hasValue(1);

	}

	@Test
	void waitsForALoadThatIsFastEnough() {
		EhCacheCache cache = expired(LONG, Background::run);
		this.end.countDown();
		assertThat(cache.get("key", this::slow)).isEqualTo("new");
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void waitsAsLongAsItTakesWithoutAStaleValue() {
		open(SHORT, Background::run);
		BlockedLoad load = new BlockedLoad(this.caches.cache(), "key", "value");
		assertThat(load.end()).isEqualTo("value");
	}

	@Test
	void servesTheStaleValueIfNoThreadIsFree() {
		EhCacheCache cache = expired(LONG, (refresh) -> {
			throw new RejectedExecutionException();
		});
		assertThat(cache.get("key", this::slow)).isEqualTo("old");
		assertThat(this.loads).hasValue(0);
	}

	@Test
	void loadsAgainIfTheKeyIsWrittenDuringTheWait() {
		Deque<Runnable> queue = new ArrayDeque<>();
		EhCacheCache cache = expired(LONG, queue::add);
		CompletableFuture<String> answer = Background.supply(() -> cache.get("key", () -> "after the write"));
		await().until(() -> !queue.isEmpty());
		cache.evict("key");
		queue.remove().run();
		assertThat(answer.join()).isEqualTo("after the write");
		assertThat(cache.get("key", String.class)).isEqualTo("after the write");
	}

	@Test
	void passesAFailureOnIfTheStaleValueMayNotBeServed() {
		EhCacheCache cache = expired(LONG, Background::run);
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", () -> {
			throw new StackOverflowError();
		})).withCauseInstanceOf(StackOverflowError.class);
	}

	@Test
	void limitsTheWaitOfFutures() {
		EhCacheCache cache = expired(SHORT, Background::run);
		CompletableFuture<String> value = new CompletableFuture<>();
		assertThat(cache.retrieve("key", () -> value).join()).isEqualTo("old");
		value.complete("new");
		assertThat(cache.get("key", String.class)).isEqualTo("new");
	}

	private String slow() throws InterruptedException {
		this.loads.incrementAndGet();
		this.end.await();
		return "new";
	}

	private EhCacheCache expired(String policy, Executor refreshes) {
		open(policy, refreshes);
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(10));
		return cache;
	}

	private void open(String policy, Executor refreshes) {
		this.caches = TestCaches.of(10, policy, refreshes);
	}

}
