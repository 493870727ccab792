package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WhatIfTests {

	private final WhatIf whatIf = new WhatIf(200, "10s", 1_000, null, null, Arrays.asList(100L, 200L, 400L, null),
			Arrays.asList("10s", "20s", null),
			List.of(Arrays.asList(cell(0.2), cell(0.3), cell(0.4)), Arrays.asList(cell(0.4), cell(0.5), cell(0.6)),
					Arrays.asList(cell(0.8), cell(0.9), null), Arrays.asList(cell(1), cell(1), null)));

	@Test
	void findsThePresentCell() {
		assertThat(this.whatIf.present()).isEqualTo(cell(0.4));
		assertThat(WhatIf.NONE.present()).isNull();
		assertThat(this.whatIf.largerCapacities()).containsExactly(400L);
		assertThat(this.whatIf.longerTtls()).containsExactly("20s");
	}

	@Test
	void interpolatesByLogarithms() {
		assertThat(predicted(200, "PT10S")).isEqualTo(0.4, Offset.offset(1e-9));
		assertThat(predicted(283, "PT10S")).as("half of the way from 200 to 400").isEqualTo(0.6, Offset.offset(0.001));
		assertThat(predicted(141, "PT14.142S")).isEqualTo(0.35, Offset.offset(0.001));
		assertThat(Objects.requireNonNull(this.whatIf.predicted(150, null)).hitRatio()).isBetween(0.4, 0.6);
	}

	@Test
	void predictsNothingOutsideOfTheTable() {
		assertThat(this.whatIf.predicted(50, Duration.ofSeconds(10))).isNull();
		assertThat(this.whatIf.predicted(500, Duration.ofSeconds(10))).isNull();
		assertThat(this.whatIf.predicted(200, Duration.ofSeconds(30))).isNull();
		assertThat(this.whatIf.predicted(300, null)).as("a cell that means nothing yet").isNull();
		assertThat(WhatIf.NONE.predicted(1, null)).isNull();
	}

	private double predicted(long capacity, String ttl) {
		return Objects.requireNonNull(this.whatIf.predicted(capacity, Duration.parse(ttl))).hitRatio();
	}

	private static WhatIf.Cell cell(double hitRatio) {
		return new WhatIf.Cell(hitRatio, 1, 1, 1L, 1);
	}

}
