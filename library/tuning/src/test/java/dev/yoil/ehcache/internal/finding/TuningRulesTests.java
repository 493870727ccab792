package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TuningRulesTests {

	private static final byte[] VALUE = new byte[10_000];

	/**
	 * Returns the findings after traffic that was simulated.
	 * @param traffic a part of it, with at most 500 lookups
	 */
	private static Map<Rule, Finding> findings(TestCaches caches, Runnable traffic, int times) {
		CacheSimulations simulations = new CacheSimulations(
				new InspectedCaches(List.of(caches.manager()), caches.clock()));
		for (int i = 0; i < times; i++) {
			simulations.step();
			traffic.run();
		}
		return Findings.all(new InspectedCaches(List.of(caches.manager()), caches.clock()), simulations)
			.stream()
			.collect(Collectors.toMap(Finding::rule, Function.identity()));
	}

	@Test
	void suggestsASmallerCapacityThatKeepsTheHits() {
		try (TestCaches caches = TestCaches.of(2_000, "ttl='1h'")) {
			// 100 popular keys, and others that are read once.
			int[] other = { 1_000 };
			Finding finding = findings(caches, () -> {
				for (int i = 0; i < 100; i++) {
					// The sampler skips further hits of a millisecond.
					caches.clock().advance(Duration.ofMillis(1));
					read(caches, i);
					read(caches, (i % 2 == 0) ? other[0]++ : i);
				}
			}, 300).get(Rule.CAPACITY_TOO_LARGE);
			assertThat(finding.evidence()).containsEntry("capacity", 2_000L)
				.extractingByKey("suggestedCapacity", InstanceOfAssertFactories.LONG)
				.isBetween(250L, 500L);
			assertThat((double) finding.evidence().get("shareOfHits")).isGreaterThan(0.998);
			assertThat((long) finding.evidence().get("freedBytes")).isBetween(15_000_000L, 20_000_000L);
			assertThat(finding.line()).isEqualTo(1);
			assertThat(finding.attribute()).isEqualTo("heap");
		}
	}

	@Test
	void suggestsALargerCapacityThatIsEnough() {
		long estimate;
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			Finding finding = findings(caches, () -> readEach(caches, 150, 5), 40).get(Rule.CAPACITY_TOO_SMALL);
			estimate = (long) finding.evidence().get("capacityEstimate");
			assertThat(estimate).isEqualTo(200);
			assertThat(finding.remedy()).isEqualTo(
					"Raise <heap> in ehcache.xml:1 from 100 to 200. In the simulation, 100 % of the lookups then hit, instead of "
							+ Math.round(100 * (double) finding.evidence().get("hitRatio")) + " %.");
		}
		try (TestCaches caches = TestCaches.of((int) estimate, "ttl='1h'")) {
			readEach(caches, 150, 10);
			Findings.none(caches, Rule.CAPACITY_TOO_SMALL);
		}
	}

	@Test
	void ignoresACapacityThatFreesLittle() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			assertThat(findings(caches, () -> read(caches, 1), 1_000)).doesNotContainKey(Rule.CAPACITY_TOO_LARGE);
		}
	}

	@Test
	void suggestsALongerTtlIfCallersEvictWhatChanges() {
		try (TestCaches caches = TestCaches.of(100, "ttl='10s'")) {
			Finding finding = findings(caches, () -> {
				readEach(caches, 20, 1);
				caches.clock().advance(Duration.ofSeconds(4));
				caches.cache().evict(0);
			}, 200).get(Rule.TTL_TOO_SHORT);
			assertThat(finding.evidence()).containsEntry("ttl", "10s").containsEntry("suggestedTtl", "80s");
			assertThat((double) finding.evidence().get("savedLoadsPerSecond")).isBetween(1.3, 1.7);
			assertThat(finding.remedy()).contains("ttl in ehcache.xml:1 to 80s");
		}
	}

	@Test
	void suggestsNoLongerTtlIfNobodyEvicts() {
		try (TestCaches caches = TestCaches.of(100, "ttl='10s'")) {
			assertThat(findings(caches, () -> {
				readEach(caches, 20, 1);
				caches.clock().advance(Duration.ofSeconds(4));
			}, 200)).doesNotContainKey(Rule.TTL_TOO_SHORT);
		}
	}

	@Test
	void suggestsNoLongerTtlIfRefreshesFindOtherValues() {
		try (TestCaches caches = TestCaches.of(100, "ttl='10s' refresh-after='5s'", Runnable::run)) {
			EhCacheCache cache = caches.cache();
			int[] version = { 0 };
			assertThat(findings(caches, () -> {
				for (int i = 0; i < 20; i++) {
					cache.get(i, () -> version[0]++);
				}
				caches.clock().advance(Duration.ofSeconds(6));
				cache.evict(0);
			}, 200)).doesNotContainKey(Rule.TTL_TOO_SHORT);
		}
	}

	private static void readEach(TestCaches caches, int keys, int times) {
		for (int i = 0; i < keys * times; i++) {
			read(caches, i % keys);
		}
	}

	private static void read(TestCaches caches, Object key) {
		caches.cache().get(key, VALUE::clone);
	}

}
