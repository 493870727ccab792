package dev.yoil.ehcache.internal.whatif;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CacheSimulationTests {

	private final FakeClock clock = new FakeClock();

	private final ElapsedTime time = new ElapsedTime(this.clock);

	private CacheSimulation simulation(long capacity, @Nullable Duration ttl) {
		return new CacheSimulation(capacity, new CachePolicy(ttl, null, null), (key) -> Set.of("all"), this.time::now,
				(since) -> Long.MAX_VALUE);
	}

	/** Looks up a key, and counts it as a hit of the real cache. */
	private void lookUp(CacheSimulation simulation, Object key) {
		this.clock.advance(Duration.ofMillis(1));
		if (simulation.samples(key.hashCode())) {
			simulation.referenced(key, this.time.now());
		}
		simulation.counted(1, 0, 0, 0, 0);
	}

	@Test
	void offersPowersOfTwoOfThePresentCapacityAndTtl() {
		WhatIf result = simulation(40, Duration.ofSeconds(200)).result(0);
		assertThat(result.capacities()).containsExactly(2L, 5L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, null);
		assertThat(result.ttls()).containsExactly("25s", "50s", "100s", "200s", "400s", "800s", "1600s", null);
		assertThat(result.ttl()).isEqualTo("200s");
		assertThat(result.capacity()).isEqualTo(40);
	}

	@Test
	void offersNoCapacityTwice() {
		WhatIf result = simulation(1, null).result(0);
		assertThat(result.capacities()).containsExactly(1L, 2L, 4L, 8L, 16L, null);
		assertThat(result.ttls()).containsExactly((String) null);
	}

	@Test
	void showsNothingBeforeTheFirstLookup() {
		WhatIf result = simulation(100, null).result(0);
		assertThat(result.measured()).isNull();
		assertThat(result.knee()).isNull();
		assertThat(result.cells()).allSatisfy((row) -> assertThat(row).containsOnlyNulls());
	}

	@Test
	void hidesRowsThatNeverEvictedWhileFirstTouchesAreFrequent() {
		CacheSimulation simulation = simulation(16, null);
		for (int i = 0; i < 99; i++) {
			lookUp(simulation, i % 8);
		}
		WhatIf early = simulation.result(0);
		assertThat(early.cells().get(2)).as("4 entries").doesNotContainNull();
		assertThat(early.cells().get(3)).as("8 entries").containsOnlyNulls();
		for (int i = 0; i < 720; i++) {
			lookUp(simulation, i % 8);
		}
		assertThat(simulation.result(0).cells().get(3)).doesNotContainNull();
	}

	@Test
	void hidesRowsWhoseSlotsWereNotUpdatedTenTimes() {
		CacheSimulation simulation = simulation(64, null);
		for (int i = 0; i < 600; i++) {
			lookUp(simulation, i);
		}
		WhatIf result = simulation.result(0);
		assertThat(result.cells().get(3)).as("32 entries").doesNotContainNull();
		assertThat(result.cells().get(4)).as("64 entries").containsOnlyNulls();
	}

	@Test
	void hidesCellsWithALargeSamplingError() {
		assertThat(unboundedWithFrequentKeys(false)).isNotNull();
		// Five keys cause all misses: half of the keys may have none of them, or all.
		assertThat(unboundedWithFrequentKeys(true)).isNull();
	}

	private WhatIf.@Nullable Cell unboundedWithFrequentKeys(boolean removed) {
		CacheSimulation simulation = simulation(100_000, null);
		for (int i = 0; i < 440_000; i++) {
			Integer key = (i % 2 == 0) ? -1 - i / 2 % 5 : i / 2 % 2100;
			if (removed && key < 0) {
				simulation.removed(key);
			}
			lookUp(simulation, key);
		}
		return new MiniRates(simulation.result(0)).cell(null);
	}

	@Test
	void findsTheKnee() {
		CacheSimulation simulation = simulation(8, null);
		for (int i = 0; i < 3000; i++) {
			lookUp(simulation, i % 3);
		}
		assertThat(simulation.result(0).knee()).isEqualTo(4);
	}

	@Test
	void removedKeysAreNoFirstTouches() {
		CacheSimulation simulation = simulation(100, null);
		for (int i = 0; i < 3000; i++) {
			if (i % 100 == 0) {
				simulation.cleared();
			}
			lookUp(simulation, i % 10);
		}
		WhatIf.Cell cell = simulation.result(0).cells().get(4).get(0);
		assertThat(cell).isNotNull();
		assertThat(cell.hitRatio()).isCloseTo(0.9, within(1e-9));
	}

	@Test
	void repeatsWithinAMillisecondAreHits() {
		CacheSimulation simulation = simulation(1, null);
		for (int i = 0; i < 1000; i++) {
			lookUp(simulation, i);
			simulation.counted(3, 0, 0, 0, 0);
		}
		assertThat(cell(simulation, 0).hitRatio()).isCloseTo(0.75, within(1e-9));
	}

	@Test
	void droppedLookupsHaveTheHitRatioOfTheOthers() {
		CacheSimulation simulation = simulation(1, null);
		for (int i = 0; i < 1000; i++) {
			lookUp(simulation, i / 2);
			if (i % 100 == 0) {
				simulation.counted(4, 0, 0, 0, 4);
			}
		}
		assertThat(cell(simulation, 0).hitRatio()).isCloseTo(0.5, within(1e-9));
	}

	@Test
	void showsNothingAfterManyDroppedLookups() {
		CacheSimulation simulation = simulation(1, null);
		for (int i = 0; i < 1000; i++) {
			lookUp(simulation, i / 2);
		}
		simulation.counted(100, 0, 0, 0, 100);
		assertThat(simulation.result(0).present()).isNull();
	}

	@Test
	void loadsCostWhatTheirKeyCosts() {
		CacheSimulation simulation = simulation(2, null);
		for (int i = 0; i < 2000; i++) {
			Integer key = (i % 2 == 0) ? 0 : i % 20;
			lookUp(simulation, key);
			simulation.loaded(key, (key == 0) ? 1_000_000 : 5_000_000);
		}
		// One entry loads each key, two entries load the rare ones only.
		assertThat(meanLoadMillis(cell(simulation, 0))).isCloseTo(3, within(0.01));
		assertThat(meanLoadMillis(cell(simulation, 1))).isCloseTo(5, within(0.01));
	}

	private static double meanLoadMillis(WhatIf.Cell cell) {
		return cell.databaseMillisPerSecond() / cell.loadsPerSecond();
	}

	private static WhatIf.Cell cell(CacheSimulation simulation, int row) {
		return Objects.requireNonNull(simulation.result(0).cells().get(row).get(0));
	}

	@Test
	void measuresTheRealCache() {
		CacheSimulation simulation = simulation(10, null);
		simulation.counted(30, 10, 20, 40_000_000, 0);
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(simulation.result(0).measured()).isEqualTo(new WhatIf.Measured(0.75, 2, 4));
	}

	@Test
	void halvesCountsInAnHour() {
		CacheSimulation simulation = simulation(1, null);
		for (int i = 0; i < 1000; i++) {
			lookUp(simulation, 0);
		}
		this.clock.advance(Duration.ofSeconds(59));
		simulation.counted(0, 0, 60, 0, 0);
		double before = cell(simulation, 0).hitRatio();
		for (int minute = 0; minute < 60; minute++) {
			simulation.decay();
		}
		WhatIf halved = simulation.result(0);
		assertThat(halved.lookups()).isEqualTo(500);
		assertThat(cell(simulation, 0).hitRatio()).isCloseTo(before, within(1e-9));
		assertThat(halved.measured()).isNotNull();
		assertThat(halved.measured().loadsPerSecond()).as("time decays, too").isCloseTo(1, within(1e-6));
		for (int i = 0; i < 500; i++) {
			lookUp(simulation, 1 + i);
		}
		assertThat(cell(simulation, 0).hitRatio()).isCloseTo(0.4995, within(1e-3));
	}

	@Test
	void keepsTimesForMonths() {
		CacheSimulation simulation = simulation(2, Duration.ofDays(1));
		for (int i = 0; i < 200; i++) {
			this.clock.advance(Duration.ofHours(23));
			lookUp(simulation, "key");
		}
		// The key expires on each second lookup, and never without a TTL.
		WhatIf result = simulation.result(0);
		assertThat(result.cells().get(0).get(3)).isNotNull();
		assertThat(result.cells().get(0).get(3).hitRatio()).isCloseTo(0.5, within(1e-9));
		assertThat(result.cells().get(0).get(7).hitRatio()).isCloseTo(0.995, within(1e-9));
	}

	@Test
	void predictsALargeCacheFromAFewKeys() {
		CacheSimulation simulation = simulation(8192, null);
		Random random = new Random(3);
		// With equally popular keys, all policies have the same hit ratio.
		Map<Integer, Integer> whole = new LinkedHashMap<>() {
			@Override
			protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
				return size() > 8192;
			}
		};
		int hits = 0;
		int reported = 0;
		for (int i = 0; i < 200_000; i++) {
			Integer key = random.nextInt(16_384);
			hits += (whole.put(key, key) != null) ? 1 : 0;
			reported += simulation.samples(key.hashCode()) ? 1 : 0;
			lookUp(simulation, key);
		}
		MiniRates rates = new MiniRates(simulation.result(0));
		assertThat(rates.hitRatio(8192)).isCloseTo(hits / 200_000.0, within(0.02));
		assertThat(simulation.result(0).cells().get(4).get(0).sampledKeys()).isLessThanOrEqualTo(2048);
		assertThat(reported).as("the smallest row samples all keys").isEqualTo(200_000);
	}

	@Test
	void samplesFewLookupsOfALargeCache() {
		CacheSimulation simulation = simulation(1_000_000, null);
		int reported = 0;
		for (int key = 0; key < 100_000; key++) {
			lookUp(simulation, key);
			reported += simulation.samples(Integer.hashCode(key)) ? 1 : 0;
		}
		assertThat(reported).isBetween(2048, 20_000);
	}

	@Test
	void evictsLikeEhcache() {
		try (TestCaches caches = TestCaches.of(64, "")) {
			Cache real = caches.cache();
			CacheSimulation simulation = simulation(64, null);
			Random random = new Random(4);
			int[] misses = new int[1];
			for (int i = 0; i < 40_000; i++) {
				Integer key = (i % 2 == 0) ? i / 2 % 70 : (int) (70 * random.nextDouble() * random.nextDouble());
				caches.clock().advance(Duration.ofMillis(1));
				real.get(key, () -> misses[0]++);
				lookUp(simulation, key);
			}
			assertThat(cell(simulation, 4).hitRatio()).isCloseTo(1 - misses[0] / 40_000.0, within(0.002));
		}
	}

	@Test
	void usesTwoMegabytesAtMost() throws IllegalAccessException {
		CacheSimulation simulation = new CacheSimulation(20_000, new CachePolicy(Duration.ofMinutes(5), null, null),
				(key) -> Set.of("key" + key), this.time::now, (since) -> Long.MAX_VALUE);
		assertThat(bytes(simulation)).isLessThan(200_000);
		for (int key = 0; key < 600_000; key++) {
			lookUp(simulation, key);
		}
		assertThat(bytes(simulation)).isBetween(1_000_000L, 2_000_000L);
	}

	/** Counts fields and array elements of four or eight bytes, and headers. */
	private static long bytes(Object root) throws IllegalAccessException {
		Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		ArrayDeque<Object> left = new ArrayDeque<>(List.of(root));
		long bytes = 0;
		while (!left.isEmpty()) {
			Object object = left.pop();
			if (!seen.add(object)) {
				continue;
			}
			bytes += 16;
			Class<?> type = object.getClass();
			if (type.isArray()) {
				int length = Array.getLength(object);
				Class<?> element = type.getComponentType();
				bytes += (long) length
						* ((element == double.class || element == long.class) ? 8 : (element == char.class) ? 2 : 4);
				for (int i = 0; i < length && !element.isPrimitive(); i++) {
					add(left, Array.get(object, i));
				}
			}
			else {
				for (Field field : type.getDeclaredFields()) {
					if (!Modifier.isStatic(field.getModifiers())) {
						bytes += 8;
						field.setAccessible(true);
						add(left, field.getType().isPrimitive() ? null : field.get(object));
					}
				}
			}
		}
		return bytes;
	}

	private static void add(ArrayDeque<Object> left, @Nullable Object object) {
		if (object instanceof List<?> list) {
			list.forEach((each) -> add(left, each));
		}
		else if (object != null && (object.getClass().isArray()
				|| object.getClass().getPackage() == CacheSimulation.class.getPackage())) {
			left.add(object);
		}
	}

	/** The first column of a result. */
	private record MiniRates(WhatIf result) {

		double hitRatio(int capacity) {
			return Objects.requireNonNull(cell(capacity)).hitRatio();
		}

		private WhatIf.@Nullable Cell cell(@Nullable Integer capacity) {
			int row = this.result.capacities().indexOf((capacity != null) ? Long.valueOf(capacity) : null);
			return this.result.cells().get(row).get(0);
		}

	}

}
