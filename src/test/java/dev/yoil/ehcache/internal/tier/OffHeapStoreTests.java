package dev.yoil.ehcache.internal.tier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store in native memory.
 */
class OffHeapStoreTests {

	@Test
	void findsValuesAndEvictsThemWhenItIsFull() {
		OffHeapStore store = new OffHeapStore(4 << 20);
		store.put("name", new byte[] { 1, 2, 3 });
		assertThat(store.get("name")).containsExactly(1, 2, 3);
		assertThat(store.get("absent")).isNull();
		assertThat(store.entries()).isOne();
		for (int i = 0; i < 1_000; i++) {
			store.put("name " + i, new byte[12_000]);
		}
		assertThat(store.evictions()).isPositive();
		assertThat(store.bytes()).isBetween(1L << 20, 4L << 20);
		store.close();
		assertThat(store.get("name")).as("closed").isNull();
		store.put("name", new byte[1]);
	}

}
