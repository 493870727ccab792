package dev.yoil.ehcache.internal.cluster;

import java.io.Serializable;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;

/**
 * A key: one of several pages that show the same counter.
 *
 * @param region the number of the region
 * @param number the number of the page
 */
record CheckedPage(int region, int number) implements RegionKey, Serializable {

	/** How many counters a region has, each changed without waiting for the others. */
	static final int COUNTERS = 3;

	/** How many regions there are. */
	static final int REGIONS = 2;

	/** How many pages each region has. */
	static final int PAGES = 9;

	static String name(int region) {
		return "counters/" + region;
	}

	/**
	 * The number of the counter that the page shows.
	 */
	int counter() {
		return this.region * COUNTERS + this.number % COUNTERS;
	}

	/**
	 * Tells whether instances share what it shows.
	 */
	boolean isShared() {
		return this.number % 2 == 1;
	}

	/**
	 * A region of nothing else, which only a planted fault changes.
	 */
	String own() {
		return "key/" + this;
	}

	@Override
	public Set<String> regions() {
		return Set.of(name(this.region), own());
	}

	@Override
	public String toString() {
		return this.region + "/" + this.number;
	}

}
