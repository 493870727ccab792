package dev.yoil.ehcache;

import java.time.Duration;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

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
	 * Exact LRU keeps 100 % of the touched entries, random eviction 61 %.
	 */
	@ParameterizedTest
	@MethodSource("keys")
	void keepsMostOfATouchedSetAgainstNewcomers(IntFunction<Object> key) {
		assertThat(survivors(key)).isGreaterThan(85);
	}

	static Stream<Arguments> keys() {
		return Stream.of(argumentSet("next to each other in a hash table", (IntFunction<Object>) (i) -> i),
				argumentSet("texts with a number", (IntFunction<Object>) (i) -> "webtoon-" + i),
				argumentSet("scattered", (IntFunction<Object>) (i) -> new UUID(i * 7_919L, i * 104_729L)));
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
	void countsEvictedExpiredEntryAsExpired() {
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
