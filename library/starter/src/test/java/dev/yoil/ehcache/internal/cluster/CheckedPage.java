package dev.yoil.ehcache.internal.cluster;

import java.io.Serializable;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;

/**
 * The key of one of several pages of a counter.
 *
 * @param region the number of the region
 * @param number the number of the page
 */
record CheckedPage(int region, int number) implements RegionKey, Serializable {

	/** The number of counters of a region. */
	static final int COUNTERS = 3;

	/** The number of regions. */
	static final int REGIONS = 2;

	/** The number of pages of a region. */
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
	 * Returns whether instances share the page.
	 */
	boolean isShared() {
		return this.number % 2 == 1;
	}

	/**
	 * The page's own region, which only a planted fault changes.
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
