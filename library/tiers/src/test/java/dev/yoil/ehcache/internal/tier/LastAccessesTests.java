package dev.yoil.ehcache.internal.tier;

import dev.yoil.ehcache.internal.tier.LastAccesses.Access;
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
		assertThat(this.accesses.of(name(1))).isNull();
		this.accesses.add(name(1), new Access(10, 1));
		this.accesses.add(name(2), new Access(20, 2));
		this.accesses.add(name(1), new Access(30, 3));
		assertThat(this.accesses.of(name(1))).isEqualTo(new Access(30, 3));
		assertThat(this.accesses.of(name(2))).isEqualTo(new Access(20, 2));
		assertThat(this.accesses.of("cache:key:ffffffffffffffff")).isNull();
	}

	@Test
	void forgetsTheOldestOfTooMany() {
		for (int i = 1; i <= 5; i++) {
			this.accesses.add(name(i), new Access(10 * i, i));
		}
		assertThat(this.accesses.of(name(1))).isNull();
		for (int i = 2; i <= 5; i++) {
			assertThat(this.accesses.of(name(i))).isEqualTo(new Access(10 * i, i));
		}
	}

}
