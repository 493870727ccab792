package dev.yoil.ehcache.internal.whatif;

import java.util.Set;

import dev.yoil.ehcache.policy.CachePolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LookupSamplerTests {

	private static final CachePolicy POLICY = CachePolicy.NO_EXPIRY;

	private final LookupSampler sampler = new LookupSampler();

	@Test
	void recordsNothingBeforeItIsStarted() {
		for (int i = 0; i < 10_000; i++) {
			this.sampler.removed("key", i);
		}
		this.sampler.advance(0, 0, 0, 0, false);
		assertThat(this.sampler.result(0)).isSameAs(WhatIf.NONE);
	}

	@Test
	void passesEventsInTheOrderOfTheirTimes() throws InterruptedException {
		start();
		lookUp("key", 1_000);
		Thread other = new Thread(() -> this.sampler.cleared(2_000));
		other.start();
		other.join();
		lookUp("key", 3_000);
		advance(2);
		// The clear came between the two lookups of the key: none is a hit.
		repeat("filler", 4_000, 198);
		assertThat(hits(200)).isEqualTo(197);
	}

	@Test
	void dropsLookupsButNoWritesWhenItIsFull() {
		start();
		lookUp("key", 0);
		repeat("other", 1, 8_400);
		this.sampler.removed("key", 20_000);
		lookUp("key", 20_001);
		advance(8_402);
		lookUp("key", 20_002);
		advance(1);
		WhatIf.Cell present = this.sampler.result(0).present();
		assertThat(present).isNotNull();
		// Of the misses after the first one of each key, the sampler saw the removal.
		assertThat(present.hitRatio()).isBetween(0.99, 1 - 2.0 / 8_403);
	}

	private void start() {
		this.sampler.start(new CacheSimulation(10, POLICY, (key) -> Set.of(), () -> 0, (since) -> Long.MAX_VALUE));
	}

	private void lookUp(Object key, long now) {
		this.sampler.referenced(key, now);
	}

	private void repeat(Object key, long from, int times) {
		for (int i = 0; i < times; i++) {
			lookUp(key, from + i);
		}
	}

	private void advance(int lookups) {
		this.sampler.advance(lookups, 0, 0, 0, false);
	}

	private long hits(int lookups) {
		advance(lookups - 2);
		WhatIf.Cell present = this.sampler.result(0).present();
		assertThat(present).isNotNull();
		return Math.round(present.hitRatio() * lookups);
	}

}
