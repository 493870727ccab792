package dev.yoil.ehcache.internal.index;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EvictedKeysTests {

	private final EvictedKeys keys = new EvictedKeys();

	@Test
	void countsAKeyOnce() {
		this.keys.add("a", 1_000, 10);
		this.keys.missed("b", 0);
		assertThat(this.keys.misses()).isZero();
		this.keys.missed("a", 999);
		this.keys.missed("a", 999);
		assertThat(this.keys.misses()).isEqualTo(1);
		assertThat(this.keys.missingCapacity(1)).isEqualTo(1);
	}

	@Test
	void forgetsAKeyWhoseTimeIsOver() {
		this.keys.add("a", 1_000, 10);
		this.keys.missed("a", 1_000);
		assertThat(this.keys.misses()).isZero();
	}

	@Test
	void forgetsWhatItIsTold() {
		this.keys.add("a", 1_000, 10);
		this.keys.add("b", 1_000, 10);
		this.keys.forget("a");
		this.keys.missed("a", 0);
		this.keys.forgetAll();
		this.keys.missed("b", 0);
		assertThat(this.keys.misses()).isZero();
		assertThat(this.keys.missingCapacity(0.9)).isZero();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 100, 1_000, 4_095, 4_096, 20_000 })
	void estimatesTheRoomThatIsMissingToAQuarter(int others) {
		this.keys.add("a", Long.MAX_VALUE, 100_000);
		IntStream.range(1, others).forEach((key) -> this.keys.add("some", Long.MAX_VALUE, 100_000));
		this.keys.missed("a", 0);
		assertThat(this.keys.misses()).isEqualTo(1);
		assertThat(this.keys.missingCapacity(0.9)).isBetween((long) others, others + others / 4L);
	}

	@Test
	void remembersMostOfAsManyAsTheCacheHolds() {
		IntStream.range(0, 1_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000));
		IntStream.range(0, 1_000).forEach((key) -> this.keys.missed("key " + key, 0));
		assertThat(this.keys.misses()).isGreaterThan(700);
	}

	@Test
	void takesNoKeyForAnother() {
		IntStream.range(0, 100_000).forEach((key) -> this.keys.add("key " + key, Long.MAX_VALUE, 1_000_000));
		IntStream.range(100_000, 200_000).forEach((key) -> this.keys.missed("key " + key, 0));
		assertThat(this.keys.misses()).isLessThan(10);
	}

}
