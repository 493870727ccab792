package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.interceptor.CacheOperationInvoker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Failed loads of an expired value: callers receive the stale value instead of an
 * exception, but never instead of an {@link Error}.
 */
@Timeout(30)
class LoadFailureTests {

	private static final String OLD = "old";

	private final Deque<Runnable> background = new ArrayDeque<>();

	private final AtomicInteger loads = new AtomicInteger();

	private final Logger logger = (Logger) LoggerFactory.getLogger(LoadRunner.class);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private Consumer<Runnable> executor = this.background::add;

	private TestCaches caches;

	private EhCacheCache cache;

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
		this.logger.setAdditive(false);
	}

	@AfterEach
	void close() {
		this.logger.detachAppender(this.log);
		this.logger.setAdditive(true);
		this.caches.close();
	}

	static Stream<Arguments> failures() {
		return Stream.of(Lookup.values())
			.flatMap((lookup) -> Stream.of(Failure.values()).map((failure) -> Arguments.of(lookup, failure)));
	}

	/**
	 * As on a full stack, where the handling of the failure fails, too.
	 */
	@Test
	void reachesWaitingCallersEvenIfItCannotBeHandled() {
		open("ttl='200s'");
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<String> first = Background.supply(() -> this.cache.get("another", () -> {
			loading.countDown();
			pass(finish);
			throw new CacheOperationInvoker.ThrowableWrapper(new IllegalStateException()) {

				@Override
				public synchronized Throwable getCause() {
					throw new StackOverflowError("planted");
				}

			};
		}));
		pass(loading);
		CompletableFuture<String> waiting = Background.supply(() -> this.cache.get("another", () -> "unused"));
		await().until(() -> this.cache.statistics().sharedLoads() == 1);
		finish.countDown();
		assertThat(waiting).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.havingRootCause()
			.isInstanceOf(StackOverflowError.class);
		assertThat(first).failsWithin(Duration.ofSeconds(10));
		assertThat(this.cache.get("another", () -> "next")).isEqualTo("next");
	}

	@ParameterizedTest
	@EnumSource
	void isAnsweredWithTheStaleValueWhateverIsThrown(Malformed failure) {
		open("ttl='200s' stale-if-error='10m'");
		this.logger.setAdditive(true);
		this.caches.clock().advance(Duration.ofSeconds(200));
		CompletableFuture<String> value = Background.supply(() -> this.cache.get("key", failure::fail));
		assertThat(value).as("get").succeedsWithin(Duration.ofSeconds(5)).isEqualTo(OLD);
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.<String>failedFuture(failure.thrown())))
			.as("retrieve")
			.succeedsWithin(Duration.ofSeconds(5))
			.isEqualTo(OLD);
		assertThat(Background.run(this::runBackground)).succeedsWithin(Duration.ofSeconds(5));
		assertThat(this.cache.statistics().failedLoads()).isEqualTo(2);
		this.caches.clock().advance(Duration.ofSeconds(1));
		this.cache.get("key", () -> "new");
		runBackground();
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	/**
	 * As when the application ends, or the cache is removed, during a load.
	 */
	@Test
	void isNoneIfTheCacheWasClosedDuringTheLoad() {
		open("ttl='200s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("another", () -> {
			this.caches.close();
			return "value";
		})).isEqualTo("value");
		assertThat(this.log.list).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void ofARefreshDoesNotBlockTheKeyWhateverIsThrown(Malformed failure) {
		open("ttl='200s' refresh-after='150s'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		assertThat(this.cache.get("key", failure::failWithError)).isEqualTo(OLD);
		assertThat(Background.run(this::runBackground)).succeedsWithin(Duration.ofSeconds(5));
		this.caches.clock().advance(Duration.ofSeconds(50));
		assertThat(this.cache.get("key", () -> "new")).isEqualTo("new");
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("failures")
	void reachesTheLoadingTheWaitingAndLaterCallers(Lookup lookup, Failure failure) throws Exception {
		open("ttl='200s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(200));
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		List<CompletableFuture<String>> callers = Stream.of(true, false, false).map((first) -> Background.supply(() -> {
			if (first) {
				return lookup.seen(this.cache, failure.thrown(), () -> {
					this.loads.incrementAndGet();
					loading.countDown();
					pass(finish);
				});
			}
			pass(loading);
			return lookup.seen(this.cache, failure.thrown(), this.loads::incrementAndGet);
		})).toList();
		await().until(() -> this.cache.statistics().sharedLoads() == 2);
		finish.countDown();
		for (CompletableFuture<String> seen : callers) {
			assertThat(seen.get()).isEqualTo(failure.seen());
		}
		assertThat(this.loads).hasValue(1);
		for (int i = 0; i < 3; i++) {
			assertThat(lookUp(lookup, failure)).isEqualTo(failure.seen());
		}
		assertThat(this.loads).hasValue(failure.isError() ? 4 : 1);
		assertThat(errors()).as("logged errors").isZero();
		assertThat(this.background).isEmpty();
		assertThat(this.cache.get("key", () -> "new")).isEqualTo(failure.isError() ? "new" : OLD);
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("failures")
	void stopsBackgroundRetriesIfItIsAnError(Lookup lookup, Failure failure) {
		open("ttl='200s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(lookUp(lookup, Failure.EXCEPTION)).isEqualTo(OLD);
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(lookUp(lookup, failure)).as("stale without waiting").isEqualTo(OLD);
		for (int i = 0; i < 5; i++) {
			runBackground();
			this.caches.clock().advance(Duration.ofSeconds(1));
			assertThat(lookUp(lookup, failure)).isEqualTo(failure.seen());
		}
		assertThat(errors()).isEqualTo(failure.isError() ? 1 : 0);
		assertThat(lookUp(lookup, Failure.EXCEPTION)).as("after one error").isEqualTo(OLD);
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("failures")
	void ofARefreshIsSeenAfterTheValueExpires(Lookup lookup, Failure failure) {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		for (int i = 0; i < 100; i++) {
			assertThat(lookUp(lookup, failure)).isEqualTo(OLD);
			runBackground();
			this.caches.clock().advance(Duration.ofMillis(500));
		}
		assertThat(this.loads).as("once a second").hasValue(50);
		assertThat(errors()).as("once per value").isEqualTo(failure.isError() ? 1 : 0);
		for (int i = 0; i < 3; i++) {
			assertThat(lookUp(lookup, failure)).isEqualTo(failure.seen());
		}
	}

	@Test
	void letsTheCallerTakeOverAQueuedRefreshAfterAnError() {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		lookUp(Lookup.GET, Failure.ERROR);
		runBackground();
		this.caches.clock().advance(Duration.ofSeconds(49));
		lookUp(Lookup.GET, Failure.ERROR);
		assertThat(this.background).hasSize(1);
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(this.cache.get("key", () -> "new")).isEqualTo("new");
		runBackground();
		assertThat(this.loads).as("of the refreshes").hasValue(1);
	}

	@Test
	void ofTheExecutorDoesNotBlockTheKey() {
		open("ttl='200s' refresh-after='150s'");
		this.executor = (task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		};
		this.caches.clock().advance(Duration.ofSeconds(150));
		assertThat(this.cache.get("key", () -> "new")).isEqualTo(OLD);
		this.caches.clock().advance(Duration.ofSeconds(50));
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture("new")))
			.isCompletedWithValue("new");
	}

	@ParameterizedTest
	@EnumSource(names = { "EXCEPTION", "ERROR" })
	void doesNotAffectAValueThatWasPutSince(Failure failure) {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		lookUp(Lookup.GET, failure);
		this.cache.put("key", "put");
		runBackground();
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", () -> "new")).as("no stale value").isEqualTo("new");
	}

	@Test
	void ofStoringIsSeenIfItIsAnError() {
		open("ttl='200s'");
		Object key = new UnstorableKey();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get(key, () -> "value"))
			.withCauseInstanceOf(OutOfMemoryError.class);
	}

	@Test
	void isLoggedOnceASecondForAllKeys() {
		open("ttl='200s' stale-if-error='10m'");
		IntStream.range(0, 5).forEach((key) -> this.cache.put(key, OLD));
		this.caches.clock().advance(Duration.ofSeconds(200));
		for (int key = 0; key < 5; key++) {
			this.caches.clock().advance(Duration.ofMillis(300));
			assertThat(this.cache.<String>get(key, () -> {
				throw new IllegalStateException("planted");
			})).isEqualTo(OLD);
		}
		assertThat(this.log.list).extracting(ILoggingEvent::getFormattedMessage).hasSize(2);
	}

	private void open(String policy) {
		this.caches = TestCaches.of(10, policy, (task) -> this.executor.accept(task));
		this.cache = this.caches.cache();
		this.cache.put("key", OLD);
	}

	private String lookUp(Lookup lookup, Failure failure) {
		return lookup.seen(this.cache, failure.thrown(), this.loads::incrementAndGet);
	}

	private void runBackground() {
		for (Runnable task = this.background.poll(); task != null; task = this.background.poll()) {
			task.run();
		}
	}

	private long errors() {
		return this.log.list.stream()
			.filter((event) -> event.getLevel() == Level.ERROR && event.getThrowableProxy() != null
					&& event.getFormattedMessage().contains("Key 'key' of cache 'cache'"))
			.count();
	}

	private static void pass(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private enum Failure {

		EXCEPTION, ERROR, ERROR_OF_ANNOTATED_METHOD, ERROR_OF_FUTURE, ERROR_WITHIN_EXCEPTION, ERROR_OF_NESTED_LOAD;

		Throwable thrown() {
			Error error = new NoClassDefFoundError("broken deployment");
			return switch (this) {
				case EXCEPTION -> new IllegalStateException("no database");
				case ERROR -> error;
				case ERROR_OF_ANNOTATED_METHOD -> new CacheOperationInvoker.ThrowableWrapper(error);
				case ERROR_OF_FUTURE -> new CompletionException(error);
				case ERROR_WITHIN_EXCEPTION -> new IllegalStateException("no transaction", error);
				case ERROR_OF_NESTED_LOAD -> new ValueRetrievalException("other", () -> null,
						new ExecutionException(new CacheOperationInvoker.ThrowableWrapper(error)));
			};
		}

		boolean isError() {
			return this != EXCEPTION;
		}

		String seen() {
			return isError() ? "Error" : OLD;
		}

	}

	private enum Lookup {

		GET, RETRIEVE, RETRIEVE_THROWING;

		String call(EhCacheCache cache, Throwable failure, Runnable load) {
			return switch (this) {
				case GET -> cache.get("key", () -> {
					load.run();
					throw thrown(failure);
				});
				case RETRIEVE -> cache.retrieve("key", () -> {
					load.run();
					return CompletableFuture.<String>failedFuture(failure);
				}).join();
				case RETRIEVE_THROWING -> cache.<String>retrieve("key", () -> {
					load.run();
					throw (RuntimeException) thrown(failure);
				}).join();
			};
		}

		private static Exception thrown(Throwable failure) {
			if (failure instanceof Error error) {
				throw error;
			}
			return (Exception) failure;
		}

		String seen(EhCacheCache cache, Throwable failure, Runnable load) {
			try {
				return call(cache, failure, load);
			}
			catch (ValueRetrievalException | CompletionException ex) {
				Throwable root = ex;
				while (root.getCause() != null) {
					root = root.getCause();
				}
				return (root instanceof NoClassDefFoundError) ? "Error" : root.toString();
			}
		}

	}

}
