package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
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
 * What callers see of a load that fails past the value's time: the value from before
 * instead of an exception, but never instead of an {@link Error}, whoever runs the load
 * and whatever carries the error.
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
		return Stream.of(Asks.values())
			.flatMap((asks) -> Stream.of(Failure.values()).map((failure) -> Arguments.of(asks, failure)));
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("failures")
	void goesToWhoLoadsToWhoWaitsAndToWhoComesLater(Asks asks, Failure failure) throws Exception {
		open("ttl='200s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(200));
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		List<CompletableFuture<String>> asked = Stream.of(true, false, false).map((first) -> Background.supply(() -> {
			if (first) {
				return asks.seen(this.cache, failure.thrown(), () -> {
					this.loads.incrementAndGet();
					loading.countDown();
					pass(finish);
				});
			}
			pass(loading);
			return asks.seen(this.cache, failure.thrown(), this.loads::incrementAndGet);
		})).toList();
		await().until(() -> this.cache.statistics().sharedLoads() == 2);
		finish.countDown();
		for (CompletableFuture<String> seen : asked) {
			assertThat(seen.get()).isEqualTo(failure.seen());
		}
		assertThat(this.loads).hasValue(1);
		for (int i = 0; i < 3; i++) {
			assertThat(ask(asks, failure)).isEqualTo(failure.seen());
		}
		assertThat(this.loads).hasValue(failure.isError() ? 4 : 1);
		assertThat(errors()).as("they were seen").isZero();
		assertThat(this.background).isEmpty();
		assertThat(this.cache.get("key", () -> "new")).isEqualTo(failure.isError() ? "new" : OLD);
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("failures")
	void endsTheRetriesInTheBackgroundIfItIsAnError(Asks asks, Failure failure) {
		open("ttl='200s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(ask(asks, Failure.EXCEPTION)).isEqualTo(OLD);
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(ask(asks, failure)).as("nobody waits").isEqualTo(OLD);
		for (int i = 0; i < 5; i++) {
			runBackground();
			this.caches.clock().advance(Duration.ofSeconds(1));
			assertThat(ask(asks, failure)).isEqualTo(failure.seen());
		}
		assertThat(errors()).isEqualTo(failure.isError() ? 1 : 0);
		assertThat(ask(asks, Failure.EXCEPTION)).as("it was one").isEqualTo(OLD);
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("failures")
	void ofRefreshesIsSeenOnceTheValueIsPastItsTime(Asks asks, Failure failure) {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		for (int i = 0; i < 100; i++) {
			assertThat(ask(asks, failure)).isEqualTo(OLD);
			runBackground();
			this.caches.clock().advance(Duration.ofMillis(500));
		}
		assertThat(this.loads).as("once a second").hasValue(50);
		assertThat(errors()).as("once per value").isEqualTo(failure.isError() ? 1 : 0);
		for (int i = 0; i < 3; i++) {
			assertThat(ask(asks, failure)).isEqualTo(failure.seen());
		}
	}

	@Test
	void leavesARefreshThatIsStillQueuedToTheCallerIfTheOneBeforeWasAnError() {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		ask(Asks.GET, Failure.ERROR);
		runBackground();
		this.caches.clock().advance(Duration.ofSeconds(49));
		ask(Asks.GET, Failure.ERROR);
		assertThat(this.background).hasSize(1);
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(this.cache.get("key", () -> "new")).isEqualTo("new");
		runBackground();
		assertThat(this.loads).as("of the refreshes").hasValue(1);
	}

	@Test
	void isStillSeenWhenNoThreadCanRefresh() {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		ask(Asks.GET, Failure.ERROR);
		runBackground();
		this.executor = (task) -> {
			throw new RejectedExecutionException("busy");
		};
		this.caches.clock().advance(Duration.ofSeconds(49));
		assertThat(ask(Asks.GET, Failure.ERROR)).isEqualTo(OLD);
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThat(ask(Asks.GET, Failure.ERROR)).isEqualTo("Error");
	}

	@Test
	void doesNotBlockTheKeyIfItIsTheExecutors() {
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
	void isNotHeldAgainstAValueThatWasPutMeanwhile(Failure failure) {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
		this.caches.clock().advance(Duration.ofSeconds(150));
		ask(Asks.GET, failure);
		this.cache.put("key", "put");
		runBackground();
		this.caches.clock().advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", () -> "new")).as("never failed").isEqualTo("new");
	}

	@Test
	void ofStoringIsSeenIfItIsAnError() {
		open("ttl='200s'");
		Object key = new UnstorableKey();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get(key, () -> "value"))
			.withCauseInstanceOf(OutOfMemoryError.class);
	}

	@Test
	void isLoggedOnceASecondHoweverManyKeysItConcerns() {
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

	private String ask(Asks asks, Failure failure) {
		return asks.seen(this.cache, failure.thrown(), this.loads::incrementAndGet);
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

	private static final class UnstorableKey {

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			if (StackWalker.getInstance()
				.walk((frames) -> frames.anyMatch((frame) -> frame.getMethodName().equals("putLoaded")))) {
				throw new OutOfMemoryError("planted");
			}
			return 1;
		}

	}

	private enum Failure {

		EXCEPTION {

			@Override
			Throwable thrown() {
				return new IllegalStateException("no database");
			}

		},
		ERROR {

			@Override
			Throwable thrown() {
				return new NoClassDefFoundError("broken deployment");
			}

		},
		ERROR_OF_AN_ANNOTATED_METHOD {

			@Override
			Throwable thrown() {
				return new CacheOperationInvoker.ThrowableWrapper(ERROR.thrown());
			}

		},
		ERROR_OF_A_FUTURE {

			@Override
			Throwable thrown() {
				return new CompletionException(ERROR.thrown());
			}

		},
		ERROR_WITHIN_AN_EXCEPTION {

			@Override
			Throwable thrown() {
				return new IllegalStateException("no transaction", ERROR.thrown());
			}

		},
		ERROR_OF_A_LOAD_WITHIN {

			@Override
			Throwable thrown() {
				return new ValueRetrievalException("other", () -> null,
						new ExecutionException(ERROR_OF_AN_ANNOTATED_METHOD.thrown()));
			}

		};

		abstract Throwable thrown();

		boolean isError() {
			return this != EXCEPTION;
		}

		String seen() {
			return isError() ? "Error" : OLD;
		}

	}

	private enum Asks {

		GET {

			@Override
			String ask(EhCacheCache cache, Throwable failure, Runnable load) {
				return cache.get("key", () -> {
					load.run();
					if (failure instanceof Error error) {
						throw error;
					}
					throw (Exception) failure;
				});
			}

		},
		RETRIEVE {

			@Override
			String ask(EhCacheCache cache, Throwable failure, Runnable load) {
				return cache.retrieve("key", () -> {
					load.run();
					return CompletableFuture.<String>failedFuture(failure);
				}).join();
			}

		},
		RETRIEVE_AT_ONCE {

			@Override
			String ask(EhCacheCache cache, Throwable failure, Runnable load) {
				return cache.retrieve("key", () -> {
					load.run();
					if (failure instanceof Error error) {
						throw error;
					}
					throw (RuntimeException) failure;
				}).thenApply(String.class::cast).join();
			}

		};

		abstract String ask(EhCacheCache cache, Throwable failure, Runnable load);

		String seen(EhCacheCache cache, Throwable failure, Runnable load) {
			try {
				return ask(cache, failure, load);
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
