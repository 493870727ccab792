package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What docs/library/guarantees.md measures of our cache, as far as no clock is needed. A
 * load here ends only after the write that comes during it: a write that waited would
 * never end.
 */
@Timeout(60)
class WritesDuringLoadsTests {

	private static final int ROUNDS = 10_000;

	private final TestCaches caches = TestCaches.of(10_000, "ttl='200s'");

	private final EhCacheCache cache = this.caches.cache();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final AtomicInteger database = new AtomicInteger();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.caches.close();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void leaveNoOlderValueBehind(String name, BiConsumer<EhCacheCache, Integer> write) throws Exception {
		int stale = 0;
		for (int round = 0; round < ROUNDS; round++) {
			this.cache.evict("key");
			CountDownLatch written = new CountDownLatch(1);
			Future<Integer> load = load("key", written);
			write.accept(this.cache, this.database.incrementAndGet());
			written.countDown();
			assertThat(load.get()).as("who asked before the write").isEqualTo(round);
			stale += (this.cache.get("key", this.database::get) <= round) ? 1 : 0;
		}
		assertThat(stale).isZero();
	}

	static Stream<Arguments> writes() {
		return Stream.of(write("evict", (cache, value) -> cache.evict("key")),
				write("evictIfPresent", (cache, value) -> cache.evictIfPresent("key")),
				write("clear", (cache, value) -> cache.clear()),
				write("invalidate", (cache, value) -> cache.invalidate()),
				write("put", (cache, value) -> cache.put("key", value)),
				write("putIfAbsent", (cache, value) -> cache.putIfAbsent("key", value)),
				write("removal by an operator", (cache, value) -> cache.internals().remove("key"::equals, "a")),
				write("clear by an operator", (cache, value) -> cache.internals().clear("a")),
				write("bypass", (cache, value) -> {
					cache.internals().bypass("a");
					cache.internals().endBypass();
				}));
	}

	@Test
	void letSixtyFourOtherKeysBeLoadedMeanwhile() throws Exception {
		CountDownLatch others = new CountDownLatch(64);
		Future<Integer> load = load("key", others);
		List<Future<Integer>> loads = IntStream.range(0, 64).mapToObj((i) -> this.threads.submit(() -> {
			Integer value = this.cache.get("other-" + i, () -> i);
			others.countDown();
			return value;
		})).toList();
		for (int i = 0; i < 64; i++) {
			assertThat(loads.get(i).get()).isEqualTo(i);
		}
		assertThat(load.get()).isZero();
	}

	/** Begins to load a key, reads the database, and ends when the latch is open. */
	private Future<Integer> load(String key, CountDownLatch end) throws InterruptedException {
		CountDownLatch loading = new CountDownLatch(1);
		Future<Integer> load = this.threads.submit(() -> this.cache.get(key, () -> {
			int read = this.database.get();
			loading.countDown();
			end.await();
			return read;
		}));
		loading.await();
		return load;
	}

	private static Arguments write(String name, BiConsumer<EhCacheCache, Integer> write) {
		return Arguments.of(name, write);
	}

}
