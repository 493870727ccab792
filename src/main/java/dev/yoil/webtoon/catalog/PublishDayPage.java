package dev.yoil.webtoon.catalog;

/**
 * A page of the usual size of a publish day's list.
 *
 * @param publishDay the publish day
 * @param number the number of the page, from 0
 */
record PublishDayPage(PublishDay publishDay, int number) {

	/** How many webtoons it has: what most readers ask for. */
	static final int SIZE = 30;

	@Override
	public String toString() {
		return this.publishDay + " page " + this.number;
	}

}
