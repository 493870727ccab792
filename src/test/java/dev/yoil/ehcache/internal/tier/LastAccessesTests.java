package dev.yoil.ehcache.internal.tier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The memory of last accesses.
 */
class LastAccessesTests {

	private final LastAccesses accesses = new LastAccesses();

	/** Names whose hashes share their places in the table. */
	private static String name(int number) {
		return "cache:key:%08x00000004".formatted(number);
	}

	@Test
	void remembersTheLastAccessOfEachName() {
		assertThat(this.accesses.of(name(1))).isEqualTo(Long.MIN_VALUE);
		this.accesses.add(name(1), 10);
		this.accesses.add(name(2), 20);
		this.accesses.add(name(1), 30);
		assertThat(this.accesses.of(name(1))).isEqualTo(30);
		assertThat(this.accesses.of(name(2))).isEqualTo(20);
		assertThat(this.accesses.of("cache:key:ffffffffffffffff")).isEqualTo(Long.MIN_VALUE);
	}

	@Test
	void forgetsTheOldestOfTooMany() {
		for (int i = 1; i <= 5; i++) {
			this.accesses.add(name(i), 10 * i);
		}
		assertThat(this.accesses.of(name(1))).isEqualTo(Long.MIN_VALUE);
		for (int i = 2; i <= 5; i++) {
			assertThat(this.accesses.of(name(i))).isEqualTo(10 * i);
		}
	}

}
