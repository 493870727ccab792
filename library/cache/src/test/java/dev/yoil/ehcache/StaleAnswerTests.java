package dev.yoil.ehcache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A load that begins during a write may still find the old value. Callers after the write
 * must not receive it.
 */
@Timeout(30)
class StaleAnswerTests {

	private final TestCaches caches = TestCaches.of(10, "ttl='200s'");

	private final EhCacheCache cache = this.caches.cache();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final AtomicReference<String> database = new AtomicReference<>("old");

	private final PausingKey key = new PausingKey();

	@AfterEach
	void close() {
		this.key.pauses.values().forEach(Pause::end);
		this.threads.shutdownNow();
		this.caches.close();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void isNotReturnedToCallersAfterAWrite(String name, BiConsumer<EhCacheCache, Object> write) throws Exception {
		Pause joining = this.key.pauseIn("InFlightLoads.enter");
		Future<String> early = this.threads.submit(this::lookUp);
		joining.await();
		assertThat(this.cache.get(this.key, () -> this.database.get())).isEqualTo("old");
		this.database.set("new");
		Pause writing = this.key.pauseIn("EntryStore.remove");
		Future<?> written = this.threads.submit(() -> write.accept(this.cache, this.key));
		writing.await();
		Pause finishing = this.key.pauseIn("InFlightLoads.finish");
		joining.end();
		finishing.await();
		writing.end();
		written.get();
		Future<String> late = this.threads.submit(this::lookUp);
		await().until(() -> late.isDone() || this.cache.statistics().sharedLoads() == 1);
		finishing.end();
		assertThat(late.get()).isEqualTo("new");
		assertThat(early.get()).as("callers before the end of the write").isIn("old", "new");
	}

	static Stream<Arguments> writes() {
		return Stream.of(write("evict", EhCacheCache::evict), write("evictIfPresent", EhCacheCache::evictIfPresent));
	}

	private String lookUp() {
		return this.cache.get(this.key, this.database::get);
	}

	private static Arguments write(String name, BiConsumer<EhCacheCache, Object> write) {
		return Arguments.of(name, write);
	}

	/**
	 * A key that pauses a lookup in a given method once.
	 */
	private static final class PausingKey {

		private final Map<String, Pause> pauses = new ConcurrentHashMap<>();

		Pause pauseIn(String method) {
			return this.pauses.computeIfAbsent(method, (name) -> new Pause());
		}

		@Override
		public int hashCode() {
			StackWalker.getInstance()
				.walk((frames) -> frames.map((frame) -> simpleName(frame.getClassName()) + "." + frame.getMethodName())
					.filter(this.pauses::containsKey)
					.findFirst())
				.ifPresent((method) -> this.pauses.get(method).take());
			return 1;
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		private static String simpleName(String className) {
			return className.substring(className.lastIndexOf('.') + 1);
		}

	}

	private static final class Pause {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch over = new CountDownLatch(1);

		private final AtomicBoolean taken = new AtomicBoolean();

		void take() {
			if (!this.taken.compareAndSet(false, true)) {
				return;
			}
			this.begun.countDown();
			try {
				this.over.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		void await() throws InterruptedException {
			this.begun.await();
		}

		void end() {
			this.over.countDown();
		}

	}

}
