package dev.yoil.webtoon.page;

import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.PublishDayList;
import dev.yoil.webtoon.catalog.WebtoonSort;
import org.jspecify.annotations.Nullable;

/**
 * What a reader chose to see on the front page.
 *
 * @param day the publish day
 * @param sort the order
 * @param genre the code of a genre that exists, {@code null} for all
 * @param page which page
 */
record FrontView(PublishDay day, WebtoonSort sort, @Nullable String genre, PageNumber page) {

	/** What readers look for first: what many like. */
	static final WebtoonSort USUAL_SORT = WebtoonSort.LIKES;

	PublishDayList list() {
		return new PublishDayList(this.day, this.sort, this.genre);
	}

	/**
	 * The first page of another day, else the same.
	 */
	FrontView on(PublishDay other) {
		return new FrontView(other, this.sort, this.genre, new PageNumber(1));
	}

	/**
	 * Another page of the same.
	 */
	FrontView at(PageNumber other) {
		return new FrontView(this.day, this.sort, this.genre, other);
	}

	/**
	 * Its address on the site, in which what goes without saying is not said.
	 */
	public String address() {
		return "/?day=" + this.day + ((this.sort != USUAL_SORT) ? "&sort=" + this.sort : "")
				+ ((this.genre != null) ? "&genre=" + this.genre : "")
				+ ((this.page.value() > 1) ? "&page=" + this.page.value() : "");
	}

}
