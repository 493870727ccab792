package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntConsumer;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.inspect.CacheOperator;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The simulation beside the cache itself: the cell of the present configuration must have
 * the hit ratio of the cache.
 */
class CacheSimulationsTests {

	private static final int LOOKUPS = 20_000;

	@Test
	void findsTheHitRatioOfTheCacheItself() {
		Random random = new Random(1);
		try (TestCaches caches = TestCaches.of(100, "ttl='20s' tti='10s'")) {
			WhatIf found = simulated(caches, (i) -> read(caches, (int) Math.pow(1_000, random.nextDouble())));
			assertThat(found.lookups()).as("with a half-life of an hour").isBetween(19_000L, 19_999L);
			assertSameHits(found, 0.2, 0.8);
			assertThat(found.capacities()).contains(6L, 100L, 1_600L, null);
			assertThat(found.ttls()).containsExactly("2500ms", "5s", "10s", "20s", "40s", "80s", "160s", null);
		}
	}

	@Test
	void followsPutsEvictionsAndClears() {
		Random random = new Random(2);
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			EhCacheCache cache = caches.cache();
			assertSameHits(simulated(caches, (i) -> {
				int key = random.nextInt(50);
				read(caches, key);
				switch (random.nextInt(6)) {
					case 0 -> cache.evict(key);
					case 1 -> cache.put(random.nextInt(50), "put");
					case 2 -> cache.evict(random.nextInt(50));
					default -> {
					}
				}
				if (random.nextInt(500) == 0) {
					cache.clear();
				}
			}), 0.3, 0.95);
		}
	}

	@Test
	void countsLoadsAndTheirTime() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1s'")) {
			WhatIf found = simulated(caches, (i) -> read(caches, "key"));
			WhatIf.Measured measured = Objects.requireNonNull(found.measured());
			WhatIf.Cell present = Objects.requireNonNull(found.present());
			assertThat(measured.loadsPerSecond()).isCloseTo(1, Offset.offset(0.05));
			assertThat(present.loadsPerSecond()).isCloseTo(1, Offset.offset(0.05));
			assertThat(present.databaseMillisPerSecond()).isPositive();
			assertThat(Objects.requireNonNull(found.cell(100L, "2s")).loadsPerSecond()).isCloseTo(0.5,
					Offset.offset(0.05));
		}
	}

	@Test
	void simulatesABypassAsAnEmptyCache() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			CacheOperator operator = new CacheOperator(new InspectedCaches(List.of(caches.manager()), caches.clock()));
			WhatIf found = simulated(caches, (i) -> {
				read(caches, "key");
				if (i == LOOKUPS / 2) {
					operator.bypass(caches.cache(), "a");
				}
			});
			assertThat(found.lookups()).isBetween(9_500L, 10_001L);
			assertThat(Objects.requireNonNull(found.present()).hitRatio()).isGreaterThan(0.999);
		}
	}

	@Test
	void estimatesTheCapacityOfAHeapInBytes() {
		try (TestCaches caches = TestCaches.declaring("<heap unit='kB'>100</heap><y:policy ttl='1h'/>")) {
			Random random = new Random(3);
			WhatIf found = simulated(caches, (i) -> read(caches, random.nextInt(400)));
			assertThat(found.capacity()).isBetween(200L, 300L);
			assertSameHits(found, 0.3, 0.9);
		}
	}

	@Test
	void startsAgainAfterAChangeOfTheCacheOnly() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			CacheSimulations simulations = new CacheSimulations(
					new InspectedCaches(List.of(caches.manager()), caches.clock()));
			simulations.step();
			read(caches, "key");
			assertThat(simulations.of(caches.cache()).lookups()).isEqualTo(1);
			String same = "<cache alias='cache'><heap>100</heap><y:policy ttl='1h'/></cache></config>";
			caches.manager().apply(TestCaches.read(TestCaches.HEAD + "\n\n" + same));
			assertThat(simulations.of(caches.cache()).lookups()).as("only lines moved").isEqualTo(1);
			caches.manager().apply(TestCaches.read(TestCaches.HEAD + same.replace("1h", "2h")));
			assertThat(simulations.of(caches.cache()).lookups()).isZero();
			assertThat(simulations.of(caches.cache()).ttl()).isEqualTo("2h");
		}
	}

	@Test
	void simulatesNoPutDuringABypass() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			CacheOperator operator = new CacheOperator(new InspectedCaches(List.of(caches.manager()), caches.clock()));
			Random random = new Random(4);
			WhatIf found = simulated(caches, (i) -> {
				if (i == 100) {
					operator.bypass(caches.cache(), "a");
					caches.cache().put("put", "value");
					caches.cache().putIfAbsent("put", "value");
					operator.endBypass(caches.cache(), "a");
				}
				read(caches, (i == 101) ? "put" : random.nextInt(5));
			});
			long misses = caches.cache().statistics().misses();
			assertThat(Math.round((1 - Objects.requireNonNull(found.present()).hitRatio()) * LOOKUPS)).isCloseTo(misses,
					Offset.offset(1L));
		}
	}

	@Test
	void simulatesNothingUntilItIsStepped() {
		try (TestCaches caches = TestCaches.of(100, "ttl='1h'")) {
			read(caches, "key");
			assertThat(new CacheSimulations(new InspectedCaches(List.of(caches.manager()), caches.clock()))
				.of(caches.cache())).isSameAs(WhatIf.NONE);
		}
	}

	private static WhatIf simulated(TestCaches caches, IntConsumer lookup) {
		CacheSimulations simulations = new CacheSimulations(
				new InspectedCaches(List.of(caches.manager()), caches.clock()));
		for (int i = 0; i < LOOKUPS; i++) {
			if (i % 100 == 0) {
				simulations.step();
			}
			// The sampler skips further hits of a millisecond.
			caches.clock().advance(Duration.ofMillis(10));
			lookup.accept(i);
		}
		return simulations.of(caches.cache());
	}

	private static void read(TestCaches caches, Object key) {
		caches.cache().get(key, () -> "value");
	}

	private static void assertSameHits(WhatIf found, double least, double most) {
		WhatIf.Measured measured = Objects.requireNonNull(found.measured());
		assertThat(measured.hitRatio()).isBetween(least, most);
		assertThat(Objects.requireNonNull(found.present()).hitRatio()).isCloseTo(measured.hitRatio(),
				Offset.offset(0.02));
	}

}
