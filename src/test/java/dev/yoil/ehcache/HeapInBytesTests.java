package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A heap that is counted in bytes.
 */
class HeapInBytesTests {

	private static final int KIB = 1024;

	/** Room for ten values of 10 KiB, and for what is around them. */
	private static final String TEN = "<heap unit='kB'>110</heap>";

	@Test
	void evictsWhatDoesNotFit() {
		try (TestCaches caches = TestCaches.declaring(TEN)) {
			EhCacheCache cache = caches.cache();
			IntStream.range(0, 100).forEach((key) -> cache.put(key, new byte[10 * KIB]));
			assertThat(cache.index().size()).isEqualTo(10);
			assertThat(cache.index().bytes()).isBetween(100L * KIB, 110L * KIB);
			assertThat(cache.statistics().evictions()).isEqualTo(90);
			assertThat(cache.removals()).hasSize(90).extracting(Removal::cause).containsOnly(RemovalCause.EVICTED);
			assertThat(IntStream.range(0, 100).filter((key) -> cache.get(key) != null)).hasSize(10);
		}
	}

	@Test
	void evictsForWhatIsLoaded() {
		try (TestCaches caches = TestCaches.declaring(TEN)) {
			EhCacheCache cache = caches.cache();
			IntStream.range(0, 100).forEach((key) -> cache.get(key, () -> new byte[10 * KIB]));
			assertThat(cache.index().size()).isEqualTo(10);
			assertThat(cache.statistics().evictions()).isEqualTo(90);
		}
	}

	@Test
	void keepsWhatWasUsedLast() {
		try (TestCaches caches = TestCaches.declaring("<heap unit='kB'>80</heap>")) {
			EhCacheCache cache = caches.cache();
			for (int key = 0; key < 7; key++) {
				cache.put(key, new byte[10 * KIB]);
				caches.clock().advance(Duration.ofMillis(1));
			}
			assertThat(cache.get(0)).isNotNull();
			caches.clock().advance(Duration.ofMillis(1));
			cache.put(7, new byte[10 * KIB]);
			assertThat(cache.index().find(0)).isNotNull();
			assertThat(cache.index().find(1)).as("the least recently used").isNull();
		}
	}

	@Test
	void holdsNothingThatIsLargerThanAllOfIt() {
		try (TestCaches caches = TestCaches.declaring(TEN)) {
			EhCacheCache cache = caches.cache();
			cache.put("small", new byte[KIB]);
			cache.put("large", new byte[200 * KIB]);
			assertThat(cache.get("large")).isNull();
			assertThat(cache.get("small")).isNotNull();
		}
	}

	@Test
	void countsWhatLeftNoMore() {
		try (TestCaches caches = TestCaches.declaring(TEN + "<y:policy ttl='1s'/>")) {
			EhCacheCache cache = caches.cache();
			cache.put("replaced", new byte[10 * KIB]);
			cache.put("replaced", new byte[KIB]);
			assertThat(cache.index().bytes()).isBetween((long) KIB, 2L * KIB);
			cache.evict("replaced");
			assertThat(cache.index().bytes()).isZero();
			cache.put("expired", new byte[KIB]);
			caches.clock().advance(Duration.ofSeconds(1));
			assertThat(cache.get("expired")).isNull();
			assertThat(cache.index().bytes()).isZero();
			cache.put("cleared", new byte[KIB]);
			cache.clear();
			assertThat(cache.index().bytes()).isZero();
		}
	}

	@Test
	void agreesWithEhcacheAfterManyThreads() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try (TestCaches caches = TestCaches.declaring(TEN)) {
			EhCacheCache cache = caches.cache();
			CountDownLatch begin = new CountDownLatch(1);
			Future<?>[] all = IntStream.range(0, 4).mapToObj((thread) -> threads.submit(() -> {
				begin.await();
				for (int i = 0; i < 2_000; i++) {
					int key = (i * 31 + thread) % 50;
					switch (i % 7) {
						case 0 -> cache.evict(key);
						case 1 -> cache.putIfAbsent(key, new byte[5 * KIB]);
						case 2 -> cache.get(key, () -> new byte[3 * KIB]);
						default -> cache.put(key, new byte[(i % 20) * KIB]);
					}
				}
				return null;
			})).toArray(Future<?>[]::new);
			begin.countDown();
			for (Future<?> one : all) {
				one.get();
			}
			assertThat(cache.index().bytes()).isLessThanOrEqualTo(110L * KIB);
			long held = IntStream.range(0, 50)
				.filter((key) -> TestCaches.nativeCache(cache).get(new HashedKey(key)) != null)
				.count();
			assertThat(held).isEqualTo(cache.index().size()).isPositive();
			IntStream.range(0, 50).forEach(cache::evict);
			assertThat(cache.index().bytes()).isZero();
		}
		finally {
			threads.shutdownNow();
		}
	}

}
