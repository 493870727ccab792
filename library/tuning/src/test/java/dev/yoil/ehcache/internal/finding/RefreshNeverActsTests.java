package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.stream.IntStream;

import dev.yoil.ehcache.TestCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RefreshNeverActsTests {

	private static final String IDLE = "tti='10s' refresh-after='1m'";

	@ParameterizedTest
	@ValueSource(strings = { "ttl='200s' refresh-after='200s'", "until='0 0 * * * *' refresh-after='1h'",
			"ttl='2h' until='0 0 * * * *' refresh-after='1h'" })
	void findsAPolicyThatExpiresEntriesBeforeTheRefresh(String policy) {
		try (TestCaches caches = TestCaches.of(10, policy, Runnable::run)) {
			Finding finding = Findings.of(caches, Rule.REFRESH_NEVER_ACTS);
			assertThat(finding.attribute()).isEqualTo("refresh-after");
			assertThat(finding.evidence()).containsKeys("refreshAfterMillis", "endedBy");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ttl='200s' refresh-after='150s'", "ttl='30s' until='0 0 0 * * *' refresh-after='20s'",
			"ttl='200s'", "until='0 0 0 * * *' refresh-after='23h'" })
	void ignoresOtherPolicies(String policy) {
		try (TestCaches caches = TestCaches.of(10, policy, Runnable::run)) {
			Findings.none(caches, Rule.REFRESH_NEVER_ACTS);
		}
	}

	@Test
	void findsReadEntriesThatIdleOutBeforeTheRefresh() {
		try (TestCaches caches = TestCaches.of(1_000, IDLE, Runnable::run)) {
			idleOut(caches, 99);
			Findings.none(caches, Rule.REFRESH_NEVER_ACTS);
			idleOut(caches, 1);
			Finding finding = Findings.of(caches, Rule.REFRESH_NEVER_ACTS);
			assertThat(finding.evidence()).containsEntry("idledOut", 100L).containsEntry("oldestReadMillis", 0L);
			assertThat(finding.message()).contains("tti=\"10s\"");
		}
	}

	@Test
	void ignoresCachesWithARefresh() {
		try (TestCaches caches = TestCaches.of(1_000, IDLE, Runnable::run)) {
			refresh(caches);
			idleOut(caches, 200);
			Findings.none(caches, Rule.REFRESH_NEVER_ACTS);
		}
	}

	@Test
	void ignoresEntriesThatWereNotRead() {
		try (TestCaches caches = TestCaches.of(1_000, IDLE, Runnable::run)) {
			IntStream.range(0, 200).forEach((key) -> caches.cache().get(key, () -> "value"));
			caches.clock().advance(Duration.ofSeconds(10));
			IntStream.range(0, 200).forEach((key) -> caches.cache().get(key));
			Findings.none(caches, Rule.REFRESH_NEVER_ACTS);
		}
	}

	private static void idleOut(TestCaches caches, int keys) {
		IntStream.range(0, keys).forEach((key) -> {
			caches.cache().get(key, () -> "value");
			caches.cache().get(key, () -> "value");
		});
		caches.clock().advance(Duration.ofSeconds(10));
		IntStream.range(0, keys).forEach((key) -> caches.cache().get(key));
	}

	/** Reads one key until it is refreshed. */
	private static void refresh(TestCaches caches) {
		for (int i = 0; i < 15; i++) {
			caches.cache().get("kept", () -> "value");
			caches.clock().advance(Duration.ofSeconds(5));
		}
		assertThat(caches.cache().statistics().loads()).isEqualTo(2);
	}

}
