package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.CacheOperations;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NeverHitTests {

	@Test
	void findsAThousandMissesWithoutAHit() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'")) {
			load(caches.cache(), 0, 999);
			Findings.none(caches, Rule.NEVER_HIT);
			load(caches.cache(), 999, 1_000);
			Finding finding = Findings.of(caches, Rule.NEVER_HIT);
			assertThat(finding.evidence()).containsEntry("misses", 1_000L).containsEntry("hits", 0L);
			assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
			assertThat(finding.attribute()).isNull();
			assertThat(finding.remedy()).contains("keys");
		}
	}

	@Test
	void ignoresCachesWithAHit() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'")) {
			load(caches.cache(), 0, 1_500);
			load(caches.cache(), 1_499, 1_500);
			assertThat(caches.cache().statistics().hits()).isEqualTo(1);
			Findings.none(caches, Rule.NEVER_HIT);
		}
	}

	@Test
	void ignoresMissesDuringABypass() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'")) {
			EhCacheCache cache = caches.cache();
			cache.unwrap(CacheOperations.class).bypass("admin");
			load(cache, 0, 1_500);
			IntStream.range(0, 1_500).forEach((key) -> {
				cache.get(key);
				cache.retrieve(key, () -> CompletableFuture.completedFuture("value"));
			});
			Findings.none(caches, Rule.NEVER_HIT);
			cache.unwrap(CacheOperations.class).endBypass();
			load(cache, 0, 999);
			Findings.none(caches, Rule.NEVER_HIT);
			load(cache, 999, 1_000);
			assertThat(Findings.of(caches, Rule.NEVER_HIT).evidence()).containsEntry("misses", 1_000L);
			assertThat(cache.statistics().misses()).isEqualTo(5_500);
		}
	}

	@Test
	void ignoresMissesUntilTheCacheIsFull() {
		try (TestCaches caches = TestCaches.of(2_000, "ttl='1h'")) {
			load(caches.cache(), 0, 1_999);
			Findings.none(caches, Rule.NEVER_HIT);
			load(caches.cache(), 1_999, 2_000);
			Findings.of(caches, Rule.NEVER_HIT);
		}
	}

	@Test
	void suggestsMoreCapacityIfEvictedKeysAreLoadedAgain() {
		try (TestCaches caches = TestCaches.of(1, "ttl='1h'")) {
			for (int i = 0; i < 1_000; i++) {
				load(caches.cache(), i % 2, i % 2 + 1);
				caches.clock().advance(Duration.ofMillis(1));
			}
			Findings.of(caches, Rule.CAPACITY_TOO_SMALL);
			assertThat(Findings.of(caches, Rule.NEVER_HIT).remedy()).contains("capacity");
			Findings.none(caches, Rule.READ_ONCE);
		}
	}

	private static void load(EhCacheCache cache, int from, int to) {
		IntStream.range(from, to).forEach((key) -> cache.get(key, () -> "value"));
	}

}
