package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.spi.Validity;
import dev.yoil.support.Background;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Refreshes that wait for a thread. No caller waits for them.
 */
@Timeout(30)
class QueuedRefreshTests {

	private static final Duration SOON = Duration.ofSeconds(5);

	private static final String POLICY = "<heap>1000</heap><y:policy ttl='200s' refresh-after='150s'/></cache>";

	private final FakeClock clock = new FakeClock();

	private final Queue<Runnable> queue = new ArrayDeque<>();

	private final ExecutorService threads = Executors.newFixedThreadPool(2);

	private final AtomicInteger refreshes = new AtomicInteger();

	private final CountDownLatch end = new CountDownLatch(1);

	private EhCacheCacheManager manager;

	private EhCacheCache a;

	private EhCacheCache b;

	@AfterEach
	void close() {
		this.end.countDown();
		this.threads.shutdownNow();
		this.manager.destroy();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("readers")
	void areTakenOverByACallerAfterTtl(String name, BiFunction<EhCacheCache, String, CompletableFuture<String>> read) {
		open(this.queue::add);
		this.a.put("key", "old");
		due();
		assertThat(this.a.get("key", this::refreshed)).isEqualTo("old");
		past();
		assertThat(Background.supply(() -> read.apply(this.a, "own")).thenCompose((result) -> result))
			.succeedsWithin(SOON)
			.isEqualTo("own");
		this.queue.remove().run();
		assertThat(this.refreshes).as("calls of the refresh").hasValue(0);
		assertThat(this.a.get("key", String.class)).isEqualTo("own");
		assertThat(this.a.statistics().sharedLoads()).isZero();
	}

	static Stream<Arguments> readers() {
		return Stream.of(
				reader("get", (cache, value) -> CompletableFuture.completedFuture(cache.get("key", () -> value))),
				reader("retrieve",
						(cache, value) -> cache.retrieve("key", () -> CompletableFuture.completedFuture(value))));
	}

	@Test
	void doNotBlockRefreshesThatLoadTheirKeys() {
		open(this.threads);
		this.b.put("key", "old");
		this.a.put(1, "old");
		this.a.put(2, "old");
		due();
		CountDownLatch nested = new CountDownLatch(1);
		for (int key = 1; key <= 2; key++) {
			this.a.get(key, () -> {
				nested.await();
				return "of " + this.b.get("key", () -> "nested");
			});
		}
		this.b.get("key", this::refreshed);
		past();
		nested.countDown();
		await().atMost(SOON).until(() -> this.a.statistics().loads() == 2);
		assertThat(this.a.get(1, String.class)).isEqualTo("of nested");
		assertThat(this.threads.submit(() -> "free")).succeedsWithin(SOON);
	}

	@Test
	void doNotWaitForALoadOfACaller() {
		open(this.threads);
		BlockedLoad caller = new BlockedLoad(this.b, "key", "of the caller");
		for (int key = 1; key <= 3; key++) {
			this.a.put(key, "old");
		}
		due();
		this.a.get(1, () -> "of " + this.b.get("key", () -> "its own"));
		this.a.get(2, () -> "of " + this.b.retrieve("key", () -> CompletableFuture.completedFuture("its own")).join());
		this.a.get(3, () -> "refreshed");
		await().atMost(SOON).until(() -> this.a.statistics().loads() == 3);
		for (int key = 1; key <= 2; key++) {
			assertThat(this.a.get(key, String.class)).isEqualTo("of its own");
		}
		assertThat(this.b.get("key")).as("stored by the caller's load only").isNull();
		assertThat(caller.end()).isEqualTo("of the caller");
		assertThat(this.b.get("key", String.class)).isEqualTo("of the caller");
	}

	@Test
	void doNotCallTheirLoadersAfterAWrite() {
		open(this.queue::add);
		IntStream.range(0, 300).forEach((key) -> this.a.put(key, "old"));
		due();
		IntStream.range(0, 300).forEach((key) -> this.a.get(key, this::refreshed));
		assertThat(this.queue).hasSize(300);
		this.a.clear();
		this.queue.forEach(Runnable::run);
		assertThat(this.refreshes).hasValue(0);
		assertThat(this.a.statistics().loads()).isZero();
	}

	@Test
	void areNotFailedLoadsIfRejected() {
		AtomicInteger offered = new AtomicInteger();
		open("<heap>1000</heap><y:policy ttl='200s' refresh-after='150s' stale-if-error='10m'/></cache>", (task) -> {
			offered.incrementAndGet();
			throw new RejectedExecutionException("busy");
		});
		this.a.put("key", "old");
		due();
		for (int i = 0; i < 100; i++) {
			assertThat(this.a.get("key", this::refreshed)).isEqualTo("old");
			assertThat(this.a.getServable("key", String.class)).as("getServable").isNotNull();
		}
		assertThat(offered).as("within a second").hasValue(1);
		this.clock.advance(Duration.ofSeconds(1));
		this.a.get("key", this::refreshed);
		assertThat(offered).hasValue(2);
		past();
		assertThat(this.a.get("key", () -> "new")).isEqualTo("new");
		assertThat(this.a.statistics().staleServed()).isZero();
	}

	private void open(Executor executor) {
		open(POLICY, executor);
	}

	private void open(String cache, Executor executor) {
		this.manager = new EhCacheCacheManager(
				TestCaches
					.read(TestCaches.HEAD + "<cache alias='a'>" + cache + "<cache alias='b'>" + cache + "</config>"),
				this.clock, executor, Validity.local());
		this.manager.afterPropertiesSet();
		List<EhCacheCache> caches = this.manager.caches();
		this.a = caches.get(0);
		this.b = caches.get(1);
	}

	private String refreshed() {
		this.refreshes.incrementAndGet();
		return "refreshed";
	}

	private void due() {
		this.clock.advance(Duration.ofSeconds(150));
	}

	private void past() {
		this.clock.advance(Duration.ofSeconds(50));
	}

	private static Arguments reader(String name, BiFunction<EhCacheCache, String, CompletableFuture<String>> read) {
		return Arguments.of(name, read);
	}

}
