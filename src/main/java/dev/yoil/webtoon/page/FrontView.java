package dev.yoil.webtoon.page;

import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.PublishDayList;
import dev.yoil.webtoon.catalog.WebtoonSort;
import org.jspecify.annotations.Nullable;

/**
 * The reader's choices on the front page.
 *
 * @param genre the code of an existing genre, {@code null} for all
 */
record FrontView(PublishDay day, WebtoonSort sort, @Nullable String genre, PageNumber page) {

	static final WebtoonSort DEFAULT_SORT = WebtoonSort.LIKES;

	PublishDayList list() {
		return new PublishDayList(this.day, this.sort, this.genre);
	}

	FrontView on(PublishDay other) {
		return new FrontView(other, this.sort, this.genre, new PageNumber(1));
	}

	FrontView at(PageNumber other) {
		return new FrontView(this.day, this.sort, this.genre, other);
	}

	/**
	 * Returns the path and query, without defaults.
	 */
	public String address() {
		return "/?day=" + this.day + ((this.sort != DEFAULT_SORT) ? "&sort=" + this.sort : "")
				+ ((this.genre != null) ? "&genre=" + this.genre : "")
				+ ((this.page.value() > 1) ? "&page=" + this.page.value() : "");
	}

}
