package dev.yoil.ehcache.internal.whatif;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import dev.yoil.ehcache.policy.CachePolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LookupSamplerTests {

	private static final CachePolicy POLICY = CachePolicy.NO_EXPIRY;

	private final AtomicLong now = new AtomicLong();

	private final LookupSampler sampler = new LookupSampler(this.now::get);

	@Test
	void recordsNothingBeforeItIsStarted() {
		for (int i = 0; i < 10_000; i++) {
			at(i).keyRemoved("key");
		}
		this.sampler.advance(0, 0, 0, 0, false);
		assertThat(this.sampler.result(0)).isSameAs(WhatIf.NONE);
	}

	@Test
	void passesEventsInTheOrderOfTheirTimes() throws InterruptedException {
		start();
		lookUp("key", 1_000);
		Thread other = new Thread(() -> at(2_000).cleared());
		other.start();
		other.join();
		lookUp("key", 3_000);
		advance(2);
		// The clear came between the two lookups of the key: none is a hit.
		repeat("filler", 4_000, 198);
		assertThat(hits(200)).isEqualTo(197);
	}

	/** Writers can be faster than the background thread, or it may have ended. */
	@Test
	void keepsABoundedNumberOfEvents() {
		start();
		for (int i = 0; i < 100_000; i++) {
			at(i).put(new Counted());
			at(i).keyRemoved(new Counted());
			at(i).regionsChanged(Set.of("region"));
			at(i).cleared();
		}
		Counted.hashed.set(0);
		advance(0);
		assertThat(Counted.hashed).as("simulated keys").hasValueBetween(1, 20_000);
	}

	@Test
	void showsNothingWhileTooManyWritesAreLost() {
		start();
		repeat("key", 0, 200);
		advance(200);
		assertThat(this.sampler.result(0).present()).isNotNull();
		for (int i = 0; i < 100_000; i++) {
			at(1_000).put("key");
		}
		advance(0);
		assertThat(this.sampler.result(0).present()).isNull();
		for (int i = 0; i < 1_700_000; i++) {
			at(2_000).put("key");
			if (i % 1_000 == 0) {
				advance(0);
			}
		}
		advance(0);
		assertThat(this.sampler.result(0).present()).as("fewer than one write in 20 were lost").isNotNull();
	}

	@Test
	void losesNoClearToWrites() {
		start();
		repeat("key", 0, 200);
		advance(200);
		for (int i = 0; i < 20_000; i++) {
			at(1_000).put("other");
		}
		at(2_000).cleared();
		advance(0);
		lookUp("key", 3_000);
		for (int i = 0; i < 200_000; i++) {
			at(4_000).put("other");
			if (i % 1_000 == 0) {
				advance(0);
			}
		}
		advance(1);
		WhatIf.Cell present = this.sampler.result(0).present();
		assertThat(present).isNotNull();
		assertThat(Math.round(present.hitRatio() * 201)).as("hits but for the first and the one after the clear")
			.isEqualTo(199);
	}

	@Test
	void dropsLookupsButNoWritesWhenItIsFull() {
		start();
		lookUp("key", 0);
		repeat("other", 1, 8_400);
		at(20_000).keyRemoved("key");
		lookUp("key", 20_001);
		advance(8_402);
		lookUp("key", 20_002);
		advance(1);
		WhatIf.Cell present = this.sampler.result(0).present();
		assertThat(present).isNotNull();
		// Of the misses after the first one of each key, the sampler saw the removal.
		assertThat(present.hitRatio()).isBetween(0.99, 1 - 2.0 / 8_403);
	}

	/** A key that counts how often it is read. */
	private static final class Counted {

		static final AtomicInteger hashed = new AtomicInteger();

		@Override
		public int hashCode() {
			return hashed.incrementAndGet();
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

	}

	private LookupSampler at(long moment) {
		this.now.set(moment);
		return this.sampler;
	}

	private void start() {
		this.sampler.start(new CacheSimulation(10, POLICY, (key) -> Set.of(), () -> 0, (since) -> Long.MAX_VALUE));
	}

	private void lookUp(Object key, long now) {
		at(now).missed(key);
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
