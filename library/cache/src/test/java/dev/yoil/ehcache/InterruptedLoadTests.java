package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.interceptor.CacheOperationInvoker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Loads whose thread is interrupted. Only that caller fails, and a waiting caller takes
 * over.
 */
@Timeout(30)
class InterruptedLoadTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final CountDownLatch loading = new CountDownLatch(1);

	private final CountDownLatch never = new CountDownLatch(1);

	private final AtomicInteger running = new AtomicInteger();

	private final AtomicInteger loads = new AtomicInteger();

	private final AtomicBoolean overlapped = new AtomicBoolean();

	private final Queue<Runnable> background = new ConcurrentLinkedQueue<>();

	private Consumer<Runnable> executor = Background::run;

	private TestCaches caches;

	private EhCacheCache cache;

	private Thread loader;

	private CompletableFuture<Throwable> seen;

	@BeforeEach
	void open() {
		open("ttl='200s' refresh-after='150s' stale-if-error='10m'");
	}

	private void open(String policy) {
		if (this.caches != null) {
			this.caches.close();
		}
		this.caches = TestCaches.of(10, policy, (task) -> this.executor.accept(task));
		this.cache = this.caches.cache();
	}

	@AfterEach
	void close() {
		this.never.countDown();
		this.caches.close();
	}

	static Stream<Arguments> interruptions() {
		return Stream.of(Interruption.values())
			.flatMap((interruption) -> Stream.of(Waits.values()).map((waits) -> Arguments.of(interruption, waits)));
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("interruptions")
	void areTakenOverByOneWaitingCaller(Interruption interruption, Waits waits) throws Exception {
		this.cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		interruptible(interruption);
		List<CompletableFuture<String>> waiting = Stream.generate(() -> lookUp(waits, () -> "new")).limit(5).toList();
		awaitShared(5);
		this.loader.interrupt();
		for (CompletableFuture<String> result : waiting) {
			assertThat(result).succeedsWithin(SOON).isEqualTo("new");
		}
		assertThat(this.loads).hasValue(1);
		assertThat(this.overlapped).isFalse();
		assertThat(this.seen.get()).as("by the interrupted caller").hasRootCauseInstanceOf(InterruptedException.class);
		assertThat(this.cache.statistics().staleServed()).isZero();
	}

	@ParameterizedTest
	@EnumSource
	void areTakenOverByOneAfterTheOther(Waits waits) throws Exception {
		interruptible(Interruption.BARE);
		for (int i = 1; i <= 3; i++) {
			CompletableFuture<Thread> next = new CompletableFuture<>();
			CompletableFuture<String> interrupted = lookUp(waits, () -> {
				next.complete(Thread.currentThread());
				this.never.await();
				return "never";
			});
			awaitShared(i);
			this.loader.interrupt();
			this.loader = next.get();
			assertThat(interrupted).isNotDone();
		}
		CompletableFuture<String> last = lookUp(waits, () -> "new");
		awaitShared(4);
		this.loader.interrupt();
		assertThat(last).succeedsWithin(SOON).isEqualTo("new");
		assertThat(this.overlapped).isFalse();
	}

	@ParameterizedTest
	@EnumSource
	void areNotFailuresOfTheSource(Interruption interruption) throws Exception {
		this.cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		interruptible(interruption);
		this.loader.interrupt();
		assertThat(this.seen.get()).hasRootCauseInstanceOf(InterruptedException.class);
		assertThat(this.cache.get("key", () -> "new")).as("by the next caller").isEqualTo("new");
	}

	@ParameterizedTest
	@EnumSource
	void serveTheStaleValueIfTheLoadThatTakesOverFails(Waits waits) throws Exception {
		this.cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		interruptible(Interruption.BARE);
		CompletableFuture<String> waiting = lookUp(waits, () -> {
			throw new IllegalStateException("no database");
		});
		awaitShared(1);
		this.loader.interrupt();
		assertThat(waiting).succeedsWithin(SOON).isEqualTo("old");
	}

	@ParameterizedTest
	@EnumSource
	void joinALoadThatBeganAfterAWrite(Waits waits) throws Exception {
		interruptible(Interruption.BARE);
		CompletableFuture<String> waiting = lookUp(waits, () -> "not called");
		awaitShared(1);
		this.cache.evict("key");
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> after = this.cache.retrieve("key", () -> value);
		this.loader.interrupt();
		this.seen.get();
		value.complete("after the write");
		assertThat(waiting).succeedsWithin(SOON).isEqualTo("after the write");
		assertThat(after).isCompletedWithValue("after the write");
		assertThat(this.cache.statistics().sharedLoads()).as("waiting callers").isEqualTo(1);
		assertThat(this.cache.get("key", String.class)).isEqualTo("after the write");
	}

	@ParameterizedTest
	@EnumSource
	void areVoidedByAWriteOnceTakenOver(Waits waits) throws Exception {
		interruptible(Interruption.BARE);
		CompletableFuture<String> waiting = lookUp(waits, () -> {
			this.cache.evict("key");
			return "before the write";
		});
		awaitShared(1);
		this.loader.interrupt();
		assertThat(waiting).succeedsWithin(SOON).isEqualTo("before the write");
		assertThat(this.cache.get("key")).isNull();
	}

	@ParameterizedTest
	@EnumSource
	void limitTheTotalWaitToLoadTimeout(Waits waits) throws Exception {
		open("ttl='200s' load-timeout='300ms'");
		interruptible(Interruption.BARE);
		CompletableFuture<String> first = lookUp(waits, () -> {
			this.never.await();
			return "never";
		});
		awaitShared(1);
		CompletableFuture<String> second = lookUp(waits, () -> {
			this.never.await();
			return "never";
		});
		awaitShared(2);
		this.loader.interrupt();
		assertThat(CompletableFuture.anyOf(first, second)).failsWithin(SOON)
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isInstanceOf(LoadTimeoutException.class);
	}

	@Test
	void ofARefreshDoNotMarkTheValueAsFailed() {
		open("ttl='200s' refresh-after='150s'");
		this.executor = this.background::add;
		this.cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		Callable<String> throwing = () -> {
			throw new InterruptedException();
		};
		assertThat(this.cache.get("key", throwing)).isEqualTo("old");
		this.background.remove().run();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.cache.get("key", throwing)).isEqualTo("old");
		this.background.clear();
		this.caches.clock().advance(Duration.ofSeconds(50));
		assertThat(this.cache.get("key", () -> "new")).isEqualTo("new");
	}

	/**
	 * Starts a load of the key in another thread.
	 */
	private void interruptible(Interruption interruption) throws InterruptedException {
		this.seen = new CompletableFuture<>();
		this.loader = new Thread(() -> {
			Throwable failure = null;
			try {
				interruption.load(this.cache, new Hanging());
			}
			catch (Throwable ex) {
				failure = ex;
			}
			if (!Thread.currentThread().isInterrupted()) {
				failure = new AssertionError("The thread lost its interruption", failure);
			}
			this.seen.complete(failure);
		});
		this.loader.start();
		this.loading.await();
	}

	private final class Hanging implements Interruption.Source {

		@Override
		public void begin() {
			InterruptedLoadTests.this.loading.countDown();
		}

		@Override
		public String hang() throws InterruptedException {
			InterruptedLoadTests.this.running.incrementAndGet();
			try {
				begin();
				InterruptedLoadTests.this.never.await();
				return "never";
			}
			finally {
				InterruptedLoadTests.this.running.decrementAndGet();
			}
		}

	}

	private CompletableFuture<String> lookUp(Waits waits, Callable<String> load) {
		return waits.lookUp(this.cache, () -> {
			this.loads.incrementAndGet();
			if (this.running.incrementAndGet() > 1) {
				this.overlapped.set(true);
			}
			try {
				return load.call();
			}
			finally {
				this.running.decrementAndGet();
			}
		});
	}

	private void awaitShared(int callers) {
		await().until(() -> this.cache.statistics().sharedLoads() >= callers);
	}

	private enum Waits {

		GET {

			@Override
			CompletableFuture<String> lookUp(EhCacheCache cache, Callable<String> load) {
				return Background.supply(() -> cache.get("key", load));
			}

		},
		RETRIEVE {

			@Override
			CompletableFuture<String> lookUp(EhCacheCache cache, Callable<String> load) {
				return cache.retrieve("key", () -> {
					try {
						return CompletableFuture.completedFuture(load.call());
					}
					catch (Exception ex) {
						throw new CacheOperationInvoker.ThrowableWrapper(ex);
					}
				});
			}

		};

		abstract CompletableFuture<String> lookUp(EhCacheCache cache, Callable<String> load);

	}

}
