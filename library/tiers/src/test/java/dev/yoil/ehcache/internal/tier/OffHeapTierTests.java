package dev.yoil.ehcache.internal.tier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A tier in native memory.
 */
class OffHeapTierTests {

	@Test
	void evictsValuesWhenItIsFull() {
		OffHeapTier tier = new OffHeapTier(4 << 20, "build");
		for (int i = 0; i < 1_000; i++) {
			tier.put("name " + i, new byte[12_000]);
		}
		assertThat(tier.statistics().evictions()).isPositive();
		assertThat(tier.statistics().bytes()).isBetween(1L << 20, 4L << 20);
		tier.put("large", new byte[1 << 20]);
		assertThat(tier.statistics().failures()).isOne();
		tier.close();
	}

}
