package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.inspect.RecordedEvents;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CapacityTooSmallTests {

	@Test
	void findsEvictedKeysThatAreLoadedAgain() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			load(caches.cache(), 150, 10);
			Finding finding = Findings.of(caches, Rule.CAPACITY_TOO_SMALL);
			long again = caches.cache().unwrap(RecordedEvents.class).missesAfterEviction();
			assertThat(again).isGreaterThan(200);
			assertThat(finding.evidence()).containsEntry("missesAfterEviction", again)
				.containsEntry("capacity", 100L)
				.doesNotContainKey("capacityEstimate");
			assertThat(finding.remedy()).isEqualTo("Raise <heap> in ehcache.xml:1 from 100.");
			assertThat(finding.attribute()).isEqualTo("heap");
		}
	}

	@Test
	void suggestsTheCapacityThatTheSimulationFound() {
		long estimate;
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			Finding finding = TuningRulesTests.findings(caches, () -> load(caches.cache(), 150, 5), 40)
				.get(Rule.CAPACITY_TOO_SMALL);
			estimate = (long) finding.evidence().get("capacityEstimate");
			assertThat(estimate).isEqualTo(200);
			assertThat(finding.remedy()).isEqualTo(
					"Raise <heap> in ehcache.xml:1 from 100 to 200. In the simulation, 100 % of the lookups then hit, instead of "
							+ Math.round(100 * (double) finding.evidence().get("hitRatio")) + " %.");
		}
		try (TestCaches caches = TestCaches.of((int) estimate, "ttl='1h'")) {
			load(caches.cache(), 150, 10);
			Findings.none(caches, Rule.CAPACITY_TOO_SMALL);
		}
	}

	@Test
	void ignoresEvictedKeysThatAreNotReadAgain() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			load(caches.cache(), 2_000, 1);
			assertThat(caches.cache().statistics().evictions()).isGreaterThan(1_000);
			Findings.none(caches, Rule.CAPACITY_TOO_SMALL);
		}
	}

	@Test
	void ignoresEvictedKeysThatWouldHaveExpired() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1m'")) {
			for (int i = 0; i < 10; i++) {
				load(caches.cache(), 150, 1);
				caches.clock().advance(Duration.ofMinutes(2));
			}
			assertThat(caches.cache().unwrap(RecordedEvents.class).missesAfterEviction()).isZero();
			Findings.none(caches, Rule.CAPACITY_TOO_SMALL);
		}
	}

	@Test
	void ignoresEvictedKeysThatWereRemovedLater() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			load(caches.cache(), 150, 1);
			IntStream.range(0, 150).forEach((key) -> caches.cache().evict(key));
			load(caches.cache(), 100, 1);
			caches.cache().clear();
			load(caches.cache(), 100, 1);
			assertThat(caches.cache().unwrap(RecordedEvents.class).missesAfterEviction()).isZero();
		}
	}

	private static void load(EhCacheCache cache, int keys, int times) {
		for (int i = 0; i < times * keys; i++) {
			cache.get(i % keys, () -> "value");
		}
	}

}
