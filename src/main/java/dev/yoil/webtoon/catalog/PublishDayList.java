package dev.yoil.webtoon.catalog;

/**
 * The list of a publish day's webtoons in one order.
 *
 * @param publishDay the publish day
 * @param sort the order
 */
record PublishDayList(PublishDay publishDay, WebtoonSort sort) {

	@Override
	public String toString() {
		return (this.sort == WebtoonSort.TITLE) ? this.publishDay.toString() : this.publishDay + " by " + this.sort;
	}

}
