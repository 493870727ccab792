package dev.yoil.ehcache.internal.index;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class GhostKeysTests {

	private final GhostKeys keys = new GhostKeys();

	@Test
	void countsAKeyOnce() {
		this.keys.add("a", 1_000, 10);
		assertThat(this.keys.missed("b", 0)).isFalse();
		assertThat(this.keys.missed("a", 999)).isTrue();
		assertThat(this.keys.missed("a", 999)).isFalse();
		assertThat(this.keys.missingCapacity(1)).isEqualTo(1);
	}

	@Test
	void forgetsAKeyThatHasExpired() {
		this.keys.add("a", 1_000, 10);
		assertThat(this.keys.missed("a", 1_000)).isFalse();
	}

	@Test
	void forgetsOneKeyAndAllKeys() {
		this.keys.add("a", 1_000, 10);
		this.keys.add("b", 1_000, 10);
		this.keys.forget("a");
		assertThat(this.keys.missed("a", 0)).isFalse();
		this.keys.forgetAll();
		assertThat(this.keys.missed("b", 0)).isFalse();
		assertThat(this.keys.missingCapacity(0.9)).isZero();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 100, 1_000, 4_095, 4_096, 20_000 })
	void estimatesTheMissingCapacityToAQuarter(int others) {
		this.keys.add("a", Long.MAX_VALUE, 100_000);
		IntStream.range(1, others).forEach((key) -> this.keys.add("some", Long.MAX_VALUE, 100_000));
		assertThat(this.keys.missed("a", 0)).isTrue();
		assertThat(this.keys.missingCapacity(0.9)).isBetween((long) others, others + others / 4L);
	}

	@Test
	void remembersMostOfAsManyAsTheCacheHolds() {
		IntStream.range(0, 1_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000));
		assertThat(IntStream.range(0, 1_000).filter((key) -> this.keys.missed("key " + key, 0)).count())
			.isGreaterThan(700);
	}

	@Test
	void mistakesNoKeyForAnother() {
		IntStream.range(0, 100_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000_000));
		assertThat(IntStream.range(100_000, 200_000).filter((key) -> this.keys.missed("key " + key, 0)).count())
			.isLessThan(10);
	}

}
