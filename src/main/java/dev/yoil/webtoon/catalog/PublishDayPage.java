package dev.yoil.webtoon.catalog;

import java.io.Serializable;
import java.util.Set;

import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.webtoon.PageParameters;

/**
 * A page of the usual size of a publish day's list.
 *
 * @param list the list
 * @param number the number of the page, from 0
 */
record PublishDayPage(PublishDayList list, int number) implements RegionKey, Serializable {

	/** How many webtoons it has: what most readers ask for. */
	static final int SIZE = PageParameters.USUAL_SIZE;

	@Override
	public Set<String> regions() {
		return this.list.regions();
	}

	@Override
	public String toString() {
		return this.list + " page " + this.number;
	}

}
