package dev.yoil.ehcache.internal.inspect;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GhostKeysTests {

	private final GhostKeys keys = new GhostKeys(() -> 0);

	@Test
	void keepsMostOfAsManyKeysAsTheCacheHolds() {
		IntStream.range(0, 1_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000));
		assertThat(IntStream.range(0, 1_000).filter((key) -> this.keys.missed("key " + key)).count())
			.isGreaterThan(700);
	}

	@Test
	void rarelyConfusesKeys() {
		IntStream.range(0, 100_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000_000));
		assertThat(IntStream.range(100_000, 200_000).filter((key) -> this.keys.missed("key " + key)).count())
			.isLessThan(10);
	}

}
