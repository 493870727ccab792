package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Loads that wait for themselves, directly or through other loads. A visible cycle fails.
 * Only {@code load-timeout} ends an invisible one.
 */
@Timeout(30)
class CyclicLoadTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final Queue<Runnable> background = new ArrayDeque<>();

	private TestCaches caches = TestCaches.of(10, "ttl='200s' refresh-after='150s'", this.background::add);

	private TestCaches others = TestCaches.of(10, "ttl='200s'");

	private EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
		this.others.close();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("visible")
	void failIfVisibleInOneThread(String name, Function<CyclicLoadTests, CompletableFuture<String>> load) {
		// In its own thread, because JUnit cannot end a thread that hangs.
		CompletableFuture<String> result = Background.supply(() -> load.apply(this)).thenCompose(Function.identity());
		assertThat(result).failsWithin(SOON)
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessage("The load of key 'a' asks for the same key and would wait for itself");
		for (String key : List.of("a", "b")) {
			assertThat(this.cache.get(key, () -> "value")).as("loads again").isEqualTo("value");
		}
	}

	static Stream<Arguments> visible() {
		return Stream.of(
				load("retrieve in retrieve", (test) -> test.retrieve("a", () -> test.retrieve(
						"a"))),
				load("retrieve in get, join()", (test) -> test.get("a", () -> test.retrieve("a").join())),
				load("get in retrieve",
						(test) -> test.retrieve("a", () -> CompletableFuture.completedFuture(test.get("a")))),
				load("get by way of another key's retrieve",
						(test) -> test.get("a", () -> test.retrieve("b", () -> test.retrieve("a")).join())),
				load("retrieve by way of another key's get",
						(test) -> test.retrieve("a", () -> test.get("b", () -> test.retrieve("a").join()))),
				load("retrieve by way of another cache",
						(test) -> test.retrieve("a",
								() -> test.others.cache().retrieve("a", () -> test.retrieve("a")))),
				load("retrieve in a refresh", (test) -> {
					test.cache.put("a", "old");
					test.caches.clock().advance(Duration.ofSeconds(150));
					CompletableFuture<CompletableFuture<String>> nested = new CompletableFuture<>();
					test.retrieve("a", () -> {
						nested.complete(test.retrieve("a"));
						return nested.join();
					});
					test.caches.clock().advance(Duration.ofSeconds(50));
					test.background.remove().run();
					return nested.join();
				}));
	}

	/**
	 * One thread waits in {@code get}. The other thread is about to wait, or to join a
	 * future.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void failIfVisibleInTwoThreads(boolean get) throws Exception {
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch waiting = new CountDownLatch(1);
		CompletableFuture<String> second = Background.supply(() -> this.cache.get("b", () -> {
			loading.countDown();
			waiting.await();
			return get ? get("a") : retrieve("a").join();
		}));
		loading.await();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		CompletableFuture<String> first = Background.supply(() -> this.cache.get("a", () -> {
			thread.complete(Thread.currentThread());
			return this.cache.get("b", () -> "never");
		}));
		Thread waiter = thread.get();
		await().until(() -> waiting(waiter));
		waiting.countDown();
		for (CompletableFuture<String> result : List.of(first, second)) {
			assertThat(result).failsWithin(SOON)
				.withThrowableOfType(ExecutionException.class)
				.havingRootCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessageContaining("would wait for itself");
		}
	}

	/**
	 * A caller whose load has completed no longer waits, even before it wakes up.
	 */
	@Test
	void ignoreWaitersOfACompletedLoad() throws Exception {
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<String> other = Background.supply(() -> this.cache.get("b", () -> {
			loading.countDown();
			finish.await();
			return "b";
		}));
		loading.await();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		CompletableFuture<String> first = Background.supply(() -> this.cache.get("a", () -> {
			thread.complete(Thread.currentThread());
			return "a after " + this.cache.get("b", () -> "never");
		}));
		Thread waiter = thread.get();
		await().until(() -> waiting(waiter));
		CompletableFuture<String> next = retrieve("b").thenApply((b) -> this.cache.get("a", () -> "never"));
		finish.countDown();
		assertThat(next).as("in the thread that loaded b").succeedsWithin(SOON).isEqualTo("a after b");
		assertThat(first).succeedsWithin(SOON);
		assertThat(other).succeedsWithin(SOON);
	}

	@Test
	void ignoreALoadThatReturnsTheFutureOfAnother() {
		CompletableFuture<String> later = new CompletableFuture<>();
		CompletableFuture<String> outer = retrieve("a", () -> later);
		CompletableFuture<String> inner = retrieve("b", () -> outer);
		later.complete("value");
		assertThat(inner).isCompletedWithValue("value");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("invisible")
	void endByLoadTimeoutIfInvisible(String name, Function<CyclicLoadTests, CompletableFuture<String>> load) {
		open("ttl='200s' load-timeout='20ms'");
		CompletableFuture<String> result = Background.supply(() -> load.apply(this)).thenCompose(Function.identity());
		assertThat(result).failsWithin(SOON)
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isInstanceOf(LoadTimeoutException.class);
		assertThat(this.cache.get("a", () -> "value")).as("loads again").isEqualTo("value");
	}

	static Stream<Arguments> invisible() {
		return Stream.of(
				load("get in another thread",
						(test) -> test.retrieve("a", () -> Background.supply(() -> test.get("a")))),
				load("retrieve in another thread that get waits for",
						(test) -> test.get("a", () -> Background.supply(() -> test.retrieve("a").join()).join())),
				load("two threads that wait for futures", (test) -> {
					CyclicBarrier both = new CyclicBarrier(2);
					CompletableFuture<String> other = Background.supply(() -> test.cache.get("b", () -> {
						both.await();
						return test.retrieve("a").join();
					}));
					return test.get("a", () -> test.get(() -> {
						both.await();
						return test.retrieve("b").join();
					})).thenCombine(other, String::concat);
				}), load("two keys without a waiting caller", (test) -> {
					CompletableFuture<String> start = new CompletableFuture<>();
					CompletableFuture<String> first = test.retrieve("a",
							() -> start.thenCompose((started) -> test.retrieve("b")));
					CompletableFuture<String> second = test.retrieve("b",
							() -> start.thenCompose((started) -> test.retrieve("a")));
					start.complete("started");
					return first.thenCombine(second, String::concat);
				}));
	}

	@Test
	void loadTimeoutEndsTheWaitButNotTheLoad() {
		open("ttl='200s' load-timeout='1ms'");
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> loading = retrieve("a", () -> value);
		CompletableFuture<String> cancelled = retrieve("a");
		cancelled.cancel(true);
		for (int i = 0; i < 2; i++) {
			assertThat(retrieve("a")).failsWithin(SOON)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(LoadTimeoutException.class)
				.withMessageContaining(
						"Timed out after load-timeout PT0.001S waiting for another load of key 'a' in cache 'cache'");
		}
		assertThat(loading).isNotDone();
		value.complete("loaded");
		assertThat(loading).isCompletedWithValue("loaded");
		assertThat(this.cache.get("a", String.class)).isEqualTo("loaded");
	}

	@Test
	void propagateATimeoutOfTheSource() {
		open("ttl='200s' load-timeout='1h'");
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> loading = retrieve("a", () -> value);
		CompletableFuture<String> joined = retrieve("a");
		loading.cancel(true);
		value.completeExceptionally(new TimeoutException("of the source"));
		assertThat(joined).failsWithin(SOON)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(TimeoutException.class)
			.withMessageContaining("of the source");
	}

	@Test
	void serveTheStaleValueAfterLoadTimeout() {
		open("ttl='200s' stale-if-error='10m' load-timeout='1ms'");
		this.cache.put("a", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		CompletableFuture<String> loading = retrieve("a", CompletableFuture::new);
		assertThat(retrieve("a")).succeedsWithin(SOON).isEqualTo("old");
		assertThat(this.cache.statistics().staleServed()).isEqualTo(1);
		assertThat(loading).isNotDone();
	}

	@Test
	void failIfVisibleInManyThreads() {
		int many = 1_200;
		CountDownLatch loading = new CountDownLatch(many);
		List<CompletableFuture<String>> loads = IntStream.range(0, many)
			.mapToObj((key) -> CompletableFuture.supplyAsync(() -> this.cache.get(key, () -> {
				loading.countDown();
				loading.await();
				return this.cache.get((key + 1) % many, () -> "never");
			}), CyclicLoadTests::startSmall))
			.toList();
		assertThat(CompletableFuture.allOf(loads.toArray(CompletableFuture[]::new))).failsWithin(SOON)
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOf(IllegalStateException.class)
			.withMessageContaining("would wait for itself");
	}

	/** With a stack that suffices for nested loads. */
	private static void startSmall(Runnable task) {
		Thread thread = new Thread(null, task, "small", 256 << 10);
		thread.setDaemon(true);
		thread.start();
	}

	private void open(String policy) {
		this.caches.close();
		this.caches = TestCaches.of(10, policy);
		this.cache = this.caches.cache();
	}

	private CompletableFuture<String> retrieve(String key) {
		return retrieve(key, () -> CompletableFuture.completedFuture("never"));
	}

	private CompletableFuture<String> retrieve(String key, Loader<CompletableFuture<String>> loader) {
		return this.cache.retrieve(key, () -> get(loader));
	}

	private String get(String key) {
		return this.cache.get(key, () -> "never");
	}

	private CompletableFuture<String> get(String key, Loader<String> loader) {
		return CompletableFuture.completedFuture(this.cache.get(key, loader::load));
	}

	private <T> T get(Loader<T> loader) {
		try {
			return loader.load();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException("wrapped", ex);
		}
	}

	private static boolean waiting(Thread thread) {
		return thread.getState() == Thread.State.WAITING;
	}

	private static Arguments load(String name, Function<CyclicLoadTests, CompletableFuture<String>> load) {
		return Arguments.of(name, load);
	}

	@FunctionalInterface
	interface Loader<T> {

		T load() throws Exception;

	}

}
