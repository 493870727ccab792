package dev.yoil.ehcache.internal.index;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GhostKeysTests {

	private final GhostKeys keys = new GhostKeys();

	@ParameterizedTest
	@ValueSource(ints = { 1, 5, 16, 1_000, 4_096, 20_000 })
	void estimatesTheMissingCapacityToAQuarter(int others) {
		this.keys.add("a", Long.MAX_VALUE, 100_000);
		IntStream.range(1, others).forEach((key) -> this.keys.add("some", Long.MAX_VALUE, 100_000));
		assertThat(this.keys.missed("a", 0)).isTrue();
		assertThat(this.keys.missingCapacity(0.9)).isBetween((long) others, others + others / 4L);
	}

	@Test
	void keepsMostOfAsManyKeysAsTheCacheHolds() {
		IntStream.range(0, 1_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000));
		assertThat(IntStream.range(0, 1_000).filter((key) -> this.keys.missed("key " + key, 0)).count())
			.isGreaterThan(700);
	}

	@Test
	void rarelyConfusesKeys() {
		IntStream.range(0, 100_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000_000));
		assertThat(IntStream.range(100_000, 200_000).filter((key) -> this.keys.missed("key " + key, 0)).count())
			.isLessThan(10);
	}

}
