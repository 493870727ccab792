package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.CacheOperations;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadOnceTests {

	@Test
	void findsEntriesThatExpireUnread() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='1m'")) {
			expire(caches, 199, 0);
			Findings.none(caches, Rule.READ_ONCE);
			expire(caches, 1, 0);
			Finding finding = Findings.of(caches, Rule.READ_ONCE);
			assertThat(finding.evidence()).containsEntry("removals", 200L)
				.containsEntry("neverRead", 200L)
				.containsEntry("hitRatio", 0.0);
			assertThat(finding.message()).contains("200 (100 %)");
		}
	}

	@Test
	void findsEntriesThatAreEvictedUnread() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'")) {
			IntStream.range(0, 300).forEach((key) -> load(caches.cache(), key));
			Findings.of(caches, Rule.READ_ONCE);
		}
	}

	@Test
	void ignoresCachesWithOneReadEntryInFive() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='1m'")) {
			expire(caches, 400, 80);
			Findings.none(caches, Rule.READ_ONCE);
		}
	}

	@Test
	void ignoresCachesWithAHighHitRatio() {
		try (TestCaches caches = TestCaches.of(1_000, "tti='1m'")) {
			for (int i = 0; i < 500; i++) {
				load(caches.cache(), "start page");
				load(caches.cache(), "start page");
			}
			expire(caches, 400, 0);
			assertThat(caches.cache().statistics().hitRatio()).isGreaterThan(0.5);
			Findings.none(caches, Rule.READ_ONCE);
		}
	}

	@Test
	void ignoresMissesOfABypass() {
		try (TestCaches caches = TestCaches.of(1_000, "tti='1m'")) {
			IntStream.range(0, 1_000).forEach((i) -> load(caches.cache(), "start page"));
			expire(caches, 400, 0);
			caches.cache().unwrap(CacheOperations.class).bypass("admin");
			IntStream.range(0, 1_000).forEach((i) -> load(caches.cache(), "start page"));
			caches.cache().unwrap(CacheOperations.class).endBypass();
			assertThat(caches.cache().statistics().hitRatio()).isLessThan(0.5);
			Findings.none(caches, Rule.READ_ONCE);
		}
	}

	@Test
	void ignoresEntriesRemovedByCallers() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='1m'")) {
			IntStream.range(0, 500).forEach((key) -> {
				load(caches.cache(), key);
				caches.cache().evict(key);
			});
			Findings.none(caches, Rule.READ_ONCE);
		}
	}

	/** Loads values, reads some again, and looks all up after their expiry. */
	private static void expire(TestCaches caches, int keys, int readAgain) {
		IntStream.range(0, keys).forEach((key) -> load(caches.cache(), key));
		IntStream.range(0, readAgain).forEach((key) -> load(caches.cache(), key));
		caches.clock().advance(Duration.ofMinutes(1));
		IntStream.range(0, keys).forEach((key) -> caches.cache().get(key));
	}

	private static void load(EhCacheCache cache, Object key) {
		cache.get(key, () -> "value");
	}

}
