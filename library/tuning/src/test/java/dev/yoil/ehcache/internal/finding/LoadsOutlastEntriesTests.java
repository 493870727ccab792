package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Loads take real time, at least two milliseconds. Entries age by the fake clock.
 */
class LoadsOutlastEntriesTests {

	private static final long LOAD_NANOS = 2_000_000;

	@Test
	void findsLoadsLongerThanTtl() {
		try (TestCaches caches = TestCaches.of(100, "ttl='2ms'")) {
			expire(caches, 19, Duration.ofMinutes(1));
			Findings.none(caches, Rule.LOADS_OUTLAST_ENTRIES);
			expire(caches, 1, Duration.ofMinutes(1));
			Finding finding = Findings.of(caches, Rule.LOADS_OUTLAST_ENTRIES);
			assertThat(finding.evidence()).containsEntry("medianAgeMillis", 2L).containsEntry("expired", 20);
			assertThat((double) finding.evidence().get("meanLoadMillis")).isGreaterThanOrEqualTo(2);
			assertThat(finding.attribute()).isEqualTo("ttl");
		}
	}

	@Test
	void findsLoadsLongerThanTti() {
		try (TestCaches caches = TestCaches.of(100, "tti='2ms'")) {
			expire(caches, 20, Duration.ofMillis(2));
			assertThat(Findings.of(caches, Rule.LOADS_OUTLAST_ENTRIES).attribute()).isEqualTo("tti");
		}
	}

	@Test
	void ignoresLoadsShorterThanTtl() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			expire(caches, 40, Duration.ofHours(2));
			assertThat(caches.cache().statistics().expirations()).isEqualTo(40);
			Findings.none(caches, Rule.LOADS_OUTLAST_ENTRIES);
		}
	}

	private static void expire(TestCaches caches, int keys, Duration later) {
		IntStream.range(0, keys).forEach((key) -> caches.cache().get(key, LoadsOutlastEntriesTests::load));
		caches.clock().advance(later);
		IntStream.range(0, keys).forEach((key) -> assertThat(caches.cache().get(key)).isNull());
	}

	private static String load() {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < LOAD_NANOS) {
			LockSupport.parkNanos(LOAD_NANOS);
		}
		return "value";
	}

}
