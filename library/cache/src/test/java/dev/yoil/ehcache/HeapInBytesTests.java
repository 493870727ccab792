package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.yoil.ehcache.internal.index.OversizedValue;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Caches whose heap is limited in bytes.
 */
class HeapInBytesTests {

	private static final int KIB = 1024;

	/** Room for ten values of 10 KiB with their overhead. */
	private static final String TEN = "<heap unit='kB'>110</heap>";

	@Test
	void evictsEntriesThatDoNotFit() {
		try (TestCaches caches = TestCaches.declaring(TEN)) {
			EhCacheCache cache = caches.cache();
			IntStream.range(0, 100).forEach((key) -> cache.put(key, new byte[10 * KIB]));
			assertThat(cache.index().size()).isEqualTo(10);
			assertThat(cache.index().bytes()).isBetween(100L * KIB, 110L * KIB);
			assertThat(cache.statistics().evictions()).isEqualTo(90);
			assertThat(TestCaches.removals(cache)).hasSize(90)
				.extracting(Removal::cause)
				.containsOnly(RemovalCause.EVICTED);
			assertThat(IntStream.range(0, 100).filter((key) -> cache.get(key) != null)).hasSize(10);
		}
	}

	@Test
	void evictsTheLeastRecentlyUsed() {
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
	void doesNotHoldAValueLargerThanTheHeap() {
		try (TestCaches caches = TestCaches.declaring(TEN)) {
			EhCacheCache cache = caches.cache();
			cache.put("small", new byte[KIB]);
			cache.put("large", new byte[200 * KIB]);
			assertThat(cache.get("large")).isNull();
			assertThat(cache.get("small")).isNotNull();
		}
	}

	@Test
	void doesNotCountRemovedEntries() {
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
	void doesNotHoldAValueOfTooManyObjects() {
		try (TestCaches caches = TestCaches.declaring("<heap unit='MB'>1</heap><heap-store-settings>"
				+ "<max-object-graph-size>10</max-object-graph-size></heap-store-settings>")) {
			EhCacheCache cache = caches.cache();
			cache.put("few", texts(8));
			cache.put("many", texts(9));
			assertThat(cache.get("few")).isNotNull();
			assertThat(cache.get("many")).isNull();
			assertThat(cache.index().bytes()).isLessThan(KIB);
			assertThat(cache.index().oversized())
				.isEqualTo(new OversizedValue("java.util.ArrayList", "java.lang.String", false, 1));
			assertThat(cache.<List<String>>get("many", () -> texts(9))).as("a refused load").hasSize(9);
		}
	}

	@Test
	void doesNotHoldAValueLargerThanTheLimitOfValues() {
		try (TestCaches caches = TestCaches.declaring("<heap unit='MB'>1</heap><heap-store-settings>"
				+ "<max-object-size unit='kB'>10</max-object-size></heap-store-settings>")) {
			EhCacheCache cache = caches.cache();
			cache.put("small", new byte[10 * KIB - 16 - 24 - 24]);
			cache.put("large", new byte[10 * KIB]);
			assertThat(cache.get("small")).isNotNull();
			assertThat(cache.get("large")).isNull();
			cache.put("small", new byte[10 * KIB]);
			assertThat(cache.get("small")).as("replaced by a large one").isNull();
			assertThat(cache.index().oversized()).isEqualTo(new OversizedValue("byte[]", null, false, 2));
		}
	}

	@Test
	void holdsAValueOfWhichItCountsTheFirstTenThousandObjects() {
		try (TestCaches caches = TestCaches.declaring("<heap unit='MB'>1</heap>")) {
			EhCacheCache cache = caches.cache();
			cache.put("many", texts(9_998));
			assertThat(cache.index().oversized()).isNull();
			cache.put("many", texts(20_000));
			assertThat(cache.get("many")).isNotNull();
			assertThat(cache.index().oversized())
				.isEqualTo(new OversizedValue("java.util.ArrayList", "java.lang.String", true, 1));
		}
	}

	private static List<String> texts(int count) {
		return new ArrayList<>(IntStream.range(0, count).mapToObj(String::valueOf).toList());
	}

}
