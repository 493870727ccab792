package dev.yoil.webtoon.catalog;

import dev.yoil.webtoon.PageParameters;

/**
 * A page of the usual size of a publish day's list.
 *
 * @param list the list
 * @param number the number of the page, from 0
 */
record PublishDayPage(PublishDayList list, int number) {

	/** How many webtoons it has: what most readers ask for. */
	static final int SIZE = PageParameters.USUAL_SIZE;

	@Override
	public String toString() {
		return this.list + " page " + this.number;
	}

}
