package dev.yoil.webtoon.moderation;

import java.util.List;

import dev.yoil.webtoon.address.IpRange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BlockedRangesTests {

	@Test
	void rememberOnlySoManyDecisionsAndDecideTheSameAfterwards() {
		BlockedRanges ranges = new BlockedRanges(List.of(IpRange.of("10.0.0.0/24")));
		for (int number = 0; number < 10_000; number++) {
			String address = "10.0.%d.%d".formatted(number / 256, number % 256);
			assertThat(ranges.contain(address)).as(address).isEqualTo(number < 256);
			assertThat(ranges.remembered()).isBetween(1, 4096);
		}
		assertThat(ranges.contain("10.0.0.1")).isTrue();
		assertThat(ranges.contain("10.0.1.1")).isFalse();
	}

}
