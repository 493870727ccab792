package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class SharedLoadTests {

	private final TestCaches caches = TestCaches.of(10_000, "ttl='200s'");

	private final EhCacheCache cache = this.caches.cache();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final CountDownLatch loading = new CountDownLatch(1);

	private final CountDownLatch finish = new CountDownLatch(1);

	private final AtomicInteger loads = new AtomicInteger();

	@AfterEach
	void close() {
		this.finish.countDown();
		this.threads.shutdownNow();
		this.caches.close();
	}

	@Test
	void loadsOnceForConcurrentCallers() throws Exception {
		List<Future<String>> results = callTogether(20, slow(() -> "value"));
		this.finish.countDown();
		for (Future<String> result : results) {
			assertThat(result.get()).isEqualTo("value");
		}
		assertThat(this.loads).hasValue(1);
		assertThat(this.cache.statistics().misses()).isEqualTo(20);
		assertThat(this.cache.statistics().puts()).isEqualTo(1);
	}

	@Test
	void sharesTheExceptionWithWaitingCallers() throws Exception {
		Exception failure = new Exception("no database");
		List<Future<String>> results = callTogether(20, slow(() -> {
			throw failure;
		}));
		this.finish.countDown();
		for (Future<String> result : results) {
			assertThat(result).failsWithin(java.time.Duration.ofSeconds(10))
				.withThrowableOfType(java.util.concurrent.ExecutionException.class)
				.withCauseInstanceOf(ValueRetrievalException.class)
				.withRootCauseInstanceOf(Exception.class);
		}
		assertThat(this.loads).hasValue(1);
		assertThat(this.cache.get("key", () -> "recovered")).isEqualTo("recovered");
	}

	@Test
	void doesNotBlockOtherKeys() throws Exception {
		Future<String> slow = this.threads.submit(() -> this.cache.get("key", slow(() -> "slow")));
		this.loading.await();
		for (int i = 0; i < 1_000; i++) {
			int key = i;
			assertThat(this.cache.get(key, () -> key)).isEqualTo(key);
		}
		this.finish.countDown();
		assertThat(slow.get()).isEqualTo("slow");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void writeVoidsALoad(String name, Write write, String expected) throws Exception {
		Future<String> before = this.threads.submit(() -> this.cache.get("key", slow(() -> "old")));
		this.loading.await();
		write.to(this.cache);
		assertThat(this.cache.get("key", () -> "new")).isEqualTo(expected);
		this.finish.countDown();
		assertThat(before.get()).as("callers before the write").isEqualTo("old");
		assertThat(this.cache.get("key", String.class)).isEqualTo(expected);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void writeVoidsAnAsynchronousLoad(String name, Write write, String expected) {
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> before = this.cache.retrieve("key", () -> value);
		write.to(this.cache);
		assertThat(this.cache.get("key", () -> "new")).isEqualTo(expected);
		value.complete("old");
		assertThat(before).isCompletedWithValue("old");
		assertThat(this.cache.get("key", String.class)).isEqualTo(expected);
	}

	static Stream<Arguments> writes() {
		return Stream.of(write("evict", (cache) -> cache.evict("key"), "new"),
				write("evictIfPresent", (cache) -> cache.evictIfPresent("key"), "new"),
				write("clear", EhCacheCache::clear, "new"), write("invalidate", EhCacheCache::invalidate, "new"),
				write("put", (cache) -> cache.put("key", "put"), "put"),
				write("putIfAbsent", (cache) -> cache.putIfAbsent("key", "put"), "put"),
				write("removal by an operator", (cache) -> cache.writes().remove("key"::equals, "a"), "new"),
				write("clear by an operator", (cache) -> cache.writes().clear("a"), "new"), write("bypass", (cache) -> {
					cache.writes().bypass("a");
					cache.writes().endBypass();
				}, "new"));
	}

	@Test
	void rejectsALoadThatWaitsForItself() {
		assertThatExceptionOfType(ValueRetrievalException.class)
			.isThrownBy(() -> this.cache.get("key", () -> this.cache.get("key", () -> "never")))
			.havingCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessage("The load of key 'key' asks for the same key and would wait for itself");
		assertThat(this.cache.get("key", () -> "value")).isEqualTo("value");
	}

	@Test
	void stopsWaitingWhenInterrupted() throws Exception {
		Future<String> loader = this.threads.submit(() -> this.cache.get("key", slow(() -> "value")));
		this.loading.await();
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		Thread waiter = new Thread(() -> {
			try {
				this.cache.get("key", () -> "other");
			}
			catch (ValueRetrievalException ex) {
				interrupted
					.complete(ex.getCause() instanceof IllegalStateException && Thread.currentThread().isInterrupted());
			}
		});
		waiter.start();
		waiter.interrupt();
		assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
		this.finish.countDown();
		assertThat(loader.get()).isEqualTo("value");
	}

	@Test
	void usesAValueStoredSinceTheLookup() throws Exception {
		for (int round = 0; round < 2_000; round++) {
			int key = round;
			AtomicInteger calls = new AtomicInteger();
			List<Future<Integer>> results = IntStream.range(0, 4)
				.mapToObj((i) -> this.threads.submit(() -> this.cache.get(key, calls::incrementAndGet)))
				.toList();
			for (Future<Integer> result : results) {
				assertThat(result.get()).isEqualTo(1);
			}
		}
	}

	private List<Future<String>> callTogether(int callers, Callable<String> loader) throws InterruptedException {
		Future<String> first = this.threads.submit(() -> this.cache.get("key", loader));
		this.loading.await();
		List<Future<String>> others = IntStream.range(1, callers)
			.mapToObj((i) -> this.threads.submit(() -> this.cache.get("key", loader)))
			.toList();
		await().until(() -> this.cache.statistics().misses() == callers);
		return Stream.concat(Stream.of(first), others.stream()).toList();
	}

	private Callable<String> slow(Callable<String> loader) {
		return () -> {
			this.loads.incrementAndGet();
			this.loading.countDown();
			this.finish.await();
			return loader.call();
		};
	}

	private static Arguments write(String name, Write write, String expected) {
		return Arguments.of(name, write, expected);
	}

	@FunctionalInterface
	interface Write {

		void to(EhCacheCache cache);

	}

}
