package dev.yoil.ehcache.internal.finding;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.index.EntryIndex;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoadsNotSharedTests {

	@Test
	void findsOneDuplicateLoadInTwenty() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			load(caches, 1_000, 50);
			Finding finding = Findings.of(caches, Rule.LOADS_NOT_SHARED);
			assertThat(finding.evidence()).containsEntry("duplicateLoads", 50L)
				.containsEntry("loads", 1_000L)
				.containsEntry("shareOfLoads", 0.05)
				.containsEntry("meanLoadMillis", 4.0)
				.containsEntry("sparedMillis", 200L);
			assertThat(finding.message()).startsWith("50 of 1000 loads (5 %)").contains("about 200 ms");
			assertThat(finding.remedy()).contains("sync = true");
		}
	}

	@Test
	void ignoresFewDuplicateLoads() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			load(caches, 980, 49);
			Findings.none(caches, Rule.LOADS_NOT_SHARED);
		}
	}

	@Test
	void ignoresASmallShareOfDuplicateLoads() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			load(caches, 1_001, 50);
			Findings.none(caches, Rule.LOADS_NOT_SHARED);
		}
	}

	private static void load(TestCaches caches, int loads, int duplicates) {
		for (int i = 0; i < loads; i++) {
			caches.cache().unwrap(EntryIndex.class).counters().loaded(4_000_000);
		}
		for (int i = 0; i < duplicates; i++) {
			caches.cache().unwrap(EntryIndex.class).counters().duplicateLoad();
		}
	}

}
