package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes of the capacity of a cache in use.
 */
class ApplyCapacityTests {

	private static final int KIB = 1024;

	@Test
	void evictsTheLeastRecentlyUsedAtOnce() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='1h'")) {
			EhCacheCache cache = caches.cache();
			fill(caches, 0, 1_000);
			// The first are now the latest.
			IntStream.range(0, 100).forEach((key) -> {
				cache.get(key);
				caches.clock().advance(Duration.ofMillis(1));
			});
			caches.apply(300, "ttl='1h'");
			assertThat(present(cache, 1_000)).containsExactlyElementsOf(
					IntStream.concat(IntStream.range(0, 100), IntStream.range(800, 1_000)).boxed().toList());
			assertSizes(cache, 300);
			assertThat(cache.statistics().evictions()).isEqualTo(700);
			assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsOnly(RemovalCause.EVICTED);
			fill(caches, 1_000, 1_050);
			assertSizes(cache, 300);
		}
	}

	@Test
	void shorterTtlAndSmallerCapacityComeTogether() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			EhCacheCache cache = caches.cache();
			fill(caches, 0, 100);
			caches.apply(10, "ttl='20ms'");
			assertThat(present(cache, 100)).containsExactlyElementsOf(IntStream.range(90, 100).boxed().toList());
			assertSizes(cache, 10);
		}
	}

	@Test
	void canGrowAndReturn() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'")) {
			EhCacheCache cache = caches.cache();
			for (int capacity : new int[] { 100, 10, 5, 10, 100, 10 }) {
				caches.apply(capacity, "ttl='1h'");
				fill(caches, 0, 200);
				assertSizes(cache, capacity);
				assertThat(cache.declared().capacity()).isEqualTo(capacity);
			}
		}
	}

	@Test
	void bytesFollowTheOrderOfUse() {
		try (TestCaches caches = TestCaches.declaring("<heap unit='kB'>110</heap>")) {
			EhCacheCache cache = caches.cache();
			for (int key = 0; key < 10; key++) {
				cache.put(key, new byte[10 * KIB]);
				caches.clock().advance(Duration.ofMillis(1));
			}
			cache.get(0);
			caches.apply("<cache alias='cache'><heap unit='kB'>40</heap></cache>");
			assertThat(present(cache, 10)).containsExactly(0, 8, 9);
			assertThat(cache.index().bytes()).isLessThanOrEqualTo(40L * KIB);
			assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsOnly(RemovalCause.EVICTED);
			caches.apply("<cache alias='cache'><heap unit='kB'>220</heap></cache>");
			IntStream.range(0, 100).forEach((key) -> cache.put(key, new byte[10 * KIB]));
			assertSizes(cache, 21);
		}
	}

	@Test
	void unitStaysUntilTheNextStart() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'")) {
			caches.apply("<cache alias='cache'><heap unit='kB'>40</heap><y:policy ttl='2h'/></cache>");
			assertThat(caches.cache().declared().capacity()).isEqualTo(10);
			assertThat(caches.cache().declared().policy().ttl()).hasHours(2);
			fill(caches, 0, 20);
			assertSizes(caches.cache(), 10);
		}
	}

	private static void fill(TestCaches caches, int from, int to) {
		IntStream.range(from, to).forEach((key) -> {
			caches.cache().put(key, key);
			caches.clock().advance(Duration.ofMillis(1));
		});
	}

	private static List<Integer> present(EhCacheCache cache, int keys) {
		return IntStream.range(0, keys).filter((key) -> cache.index().find(key) != null).boxed().toList();
	}

	private static void assertSizes(EhCacheCache cache, int size) {
		assertThat(cache.index().size()).isEqualTo(size);
		assertThat(StreamSupport.stream(TestCaches.nativeCache(cache).spliterator(), false)).hasSize(size);
	}

}
