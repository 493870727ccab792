package dev.yoil.webtoon.catalog;

/**
 * A page of the usual size of a publish day's list.
 *
 * @param list the list
 * @param number the number of the page, from 0
 */
record PublishDayPage(PublishDayList list, int number) {

	/** How many webtoons it has: what most readers ask for. */
	static final int SIZE = 30;

	@Override
	public String toString() {
		return this.list + " page " + this.number;
	}

}
