package dev.yoil.webtoon.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The list of a publish day's webtoons, or of those of one genre, in one order.
 *
 * @param publishDay the publish day
 * @param sort the order
 * @param genre the code of a genre that exists; {@code null} for all
 */
public record PublishDayList(PublishDay publishDay, WebtoonSort sort, @Nullable String genre) {

	/**
	 * The list of all of a publish day's webtoons.
	 */
	PublishDayList(PublishDay publishDay, WebtoonSort sort) {
		this(publishDay, sort, null);
	}

	/**
	 * The same webtoons, named alike for all orders.
	 */
	PublishDayList inAnyOrder() {
		return new PublishDayList(this.publishDay, WebtoonSort.TITLE, this.genre);
	}

	@Override
	public String toString() {
		String ordered = (this.sort == WebtoonSort.TITLE) ? this.publishDay.toString()
				: this.publishDay + " by " + this.sort;
		return (this.genre == null) ? ordered : ordered + " of " + this.genre;
	}

}
