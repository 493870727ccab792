package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * At a sampling rate of 1 each cell equals a whole cache with its capacity and TTL. Up to
 * seven entries, Ehcache's victim is the least recently used of all.
 */
class ExactSimulationTests {

	private static final int CAPACITY = 4;

	private static final int KEYS = 24;

	private static final int OPERATIONS = 8_000;

	private final FakeClock clock = new FakeClock();

	private final ElapsedTime time = new ElapsedTime(this.clock);

	private final Random random = new Random(7);

	static Stream<CachePolicy> policies() {
		Duration ttl = Duration.ofMillis(400);
		Duration tti = Duration.ofMillis(70);
		Until until = new Until("*/2 * * * * *", ZoneOffset.UTC);
		Duration refreshAfter = Duration.ofMillis(90);
		return Stream.of(CachePolicy.NO_EXPIRY, new CachePolicy(ttl, null, null), new CachePolicy(null, tti, null),
				new CachePolicy(null, null, until), new CachePolicy(ttl, tti, until),
				new CachePolicy(ttl, null, null, refreshAfter, null, null, null, 0, null, null),
				new CachePolicy(ttl, tti, until, refreshAfter, null, null, null, 30, null, null));
	}

	static Set<String> regions(Object key) {
		int number = (Integer) key;
		return Set.of("all", "part" + number % 5);
	}

	@ParameterizedTest
	@MethodSource("policies")
	void equalsWholeCaches(CachePolicy policy) {
		CacheSimulation simulation = new CacheSimulation(CAPACITY, policy, ExactSimulationTests::regions,
				this.time::now, (since) -> this.time.ofWall(this.time.end(policy.until(), since)));
		WhatIf shape = simulation.result(0);
		List<List<ModelCache>> models = new ArrayList<>();
		for (Long capacity : shape.capacities()) {
			models.add(shape.ttls()
				.stream()
				.map((ttl) -> new ModelCache((capacity != null) ? capacity : Long.MAX_VALUE, withTtl(policy, ttl),
						this.time))
				.toList());
		}
		long start = this.time.now();
		int lookups = 0;
		for (int i = 0; i < OPERATIONS; i++) {
			this.clock.advance(Duration.ofMillis(1 + this.random.nextInt(5)));
			lookups += operate(simulation, models.stream().flatMap(List::stream).toList());
		}
		simulation.counted(lookups, 0, 0, 0, 0);
		WhatIf result = simulation.result(100);
		double seconds = (this.time.now() - start) / 1e3;
		for (int row = 0; row < result.capacities().size(); row++) {
			Long capacity = result.capacities().get(row);
			for (int column = 0; column < result.ttls().size() && (capacity == null || capacity < 8); column++) {
				ModelCache model = models.get(row).get(column);
				WhatIf.Cell cell = result.cells().get(row).get(column);
				assertThat(cell).as("%s entries, %s", capacity, result.ttls().get(column)).isNotNull();
				assertThat(cell.hitRatio() * lookups).isCloseTo(model.hits(), within(1e-6));
				assertThat(cell.loadsPerSecond() * seconds).isCloseTo(model.loads(), within(1e-6));
				assertThat(cell.bytes()).isEqualTo(100L * model.size());
				assertThat(cell.sampledKeys()).isEqualTo(model.size());
			}
		}
	}

	private static CachePolicy withTtl(CachePolicy policy, @Nullable String ttl) {
		Duration duration = (ttl == null) ? null
				: ttl.endsWith("ms") ? Duration.ofMillis(Long.parseLong(ttl.replace("ms", "")))
						: Duration.ofSeconds(Long.parseLong(ttl.replace("s", "")));
		return new CachePolicy(duration, policy.tti(), policy.until(), policy.refreshAfter(), null, null, null,
				policy.jitter(), null, null);
	}

	/** Operates on the simulation and on all models. */
	private int operate(CacheSimulation simulation, List<ModelCache> models) {
		long now = this.time.now();
		Integer key = Math.min(this.random.nextInt(KEYS), this.random.nextInt(KEYS));
		switch (this.random.nextInt(400)) {
			case 0, 1, 2, 3 -> {
				simulation.written(key, now);
				models.forEach((model) -> model.written(key, now));
			}
			case 4, 5, 6, 7 -> {
				simulation.removed(key);
				models.forEach((model) -> model.removed(key));
			}
			case 8, 9 -> {
				Set<String> changed = Set.of("part" + key % 5, "unknown");
				simulation.changed(changed);
				models.forEach((model) -> model.changed(changed, ExactSimulationTests::regions));
			}
			case 10 -> {
				simulation.cleared();
				models.forEach(ModelCache::cleared);
			}
			default -> {
				simulation.referenced(key, now);
				models.forEach((model) -> model.referenced(key, now));
				return 1;
			}
		}
		return 0;
	}

}
