package dev.yoil.ehcache;

import java.time.Duration;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

class EvictionTests {

	@Test
	void holdsNoMoreThanItsCapacity() {
		try (TestCaches caches = TestCaches.of(3, "ttl='200s'")) {
			for (int i = 0; i < 10; i++) {
				caches.cache().put(i, i);
				caches.clock().advance(Duration.ofMillis(1));
			}
			assertThat(IntStream.range(0, 10).filter((i) -> caches.cache().get(i) != null)).hasSize(3);
			assertThat(caches.cache().index().size()).isEqualTo(3);
			assertThat(caches.cache().statistics().evictions()).isEqualTo(7);
		}
	}

	@Test
	void evictsTheLeastRecentlyUsedOfASmallCache() {
		try (TestCaches caches = TestCaches.of(3, "ttl='200s'")) {
			for (String key : new String[] { "a", "b", "c" }) {
				caches.cache().put(key, key);
				caches.clock().advance(Duration.ofMillis(1));
			}
			caches.cache().get("a");
			caches.clock().advance(Duration.ofMillis(1));
			caches.cache().put("d", "d");
			assertThat(caches.cache().get("a")).isNotNull();
			assertThat(caches.cache().get("b")).isNull();
			assertThat(caches.cache().get("c")).isNotNull();
			assertThat(caches.cache().get("d")).isNotNull();
		}
	}

	/**
	 * Ehcache evicts the least recently used of the next eight entries in its hash table.
	 * An exact LRU would keep all of a set that was touched before as many newcomers
	 * came, chance alone 61 %. Measured over 100 runs of this: 87.1 %, from 85.0 to 89.4.
	 */
	@Test
	void keepsMostOfATouchedSetAgainstNewcomers(TestReporter reporter) {
		double survived = survivors((i) -> new UUID(i * 7_919L, i * 104_729L));
		reporter.publishEntry("survivors, keys scattered over the hash table", survived + " %");
		assertThat(survived).isGreaterThan(75);
	}

	/**
	 * The same set under keys that are neighbours in the hash table: each eight then are
	 * all touched, or none. Measured over 100 runs: 41.2 %, from 37.0 to 44.0, so worse
	 * than chance. Worth knowing before keying a cache by a sequence number, and worth
	 * noticing when a later Ehcache does better.
	 */
	@Test
	void keepsLessOfATouchedSetWhoseKeysAreNeighbours(TestReporter reporter) {
		double survived = survivors((i) -> i);
		reporter.publishEntry("survivors, keys next to each other", survived + " %");
		assertThat(survived).isLessThan(61);
	}

	private static double survivors(IntFunction<Object> key) {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='24h'")) {
			IntStream.range(0, 1_000).mapToObj(key).forEach((each) -> put(caches, each));
			IntStream.range(0, 500).mapToObj(key).forEach((each) -> {
				caches.cache().get(each);
				caches.clock().advance(Duration.ofMillis(1));
			});
			IntStream.range(1_000, 1_500).mapToObj(key).forEach((each) -> put(caches, each));
			assertThat(caches.cache().index().size()).isEqualTo(1_000);
			return IntStream.range(0, 500)
				.mapToObj(key)
				.filter((each) -> caches.cache().index().find(each) != null)
				.count() / 5.0;
		}
	}

	@Test
	void countsAnExpiredEntryThatIsPushedOutAsExpired() {
		try (TestCaches caches = TestCaches.of(2, "ttl='5s'")) {
			caches.cache().put("a", 1);
			caches.cache().put("b", 1);
			caches.clock().advance(Duration.ofSeconds(5));
			caches.cache().put("c", 1);
			caches.cache().put("d", 1);
			assertThat(caches.cache().statistics().evictions()).isZero();
			assertThat(caches.cache().statistics().expirations()).isEqualTo(2);
		}
	}

	private static void put(TestCaches caches, Object key) {
		caches.cache().put(key, key);
		caches.clock().advance(Duration.ofMillis(1));
	}

}
