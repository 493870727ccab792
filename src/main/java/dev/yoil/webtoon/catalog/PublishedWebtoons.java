package dev.yoil.webtoon.catalog;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.PageParameters;

import org.springframework.stereotype.Service;

/**
 * The lists of publish days, whole or in pages, from the caches as far as they are kept.
 * Thread-safe.
 */
@Service
public class PublishedWebtoons {

	private final PublishDayLists lists;

	PublishedWebtoons(PublishDayLists lists) {
		this.lists = lists;
	}

	/**
	 * A whole list.
	 * @return a list of {@link WebtoonSummary}; empty if there is none
	 */
	Representation list(PublishDayList list) {
		return this.lists.findWebtoonsByPublishDay(list);
	}

	/**
	 * A page of a list.
	 * @param list the publish day, the order and the genre
	 * @param part which page
	 * @return a {@link WebtoonPage}, without items if it lies behind the last
	 */
	public Representation page(PublishDayList list, PageParameters part) {
		PublishDayPage page = new PublishDayPage(list, part.page());
		if (part.size() == PublishDayPage.SIZE && has(list, part)) {
			return this.lists.findWebtoonPage(page);
		}
		// What lies behind the last page is not kept: it would drive out what is read.
		return this.lists.readWebtoonPage(list, part);
	}

	/**
	 * Tells whether a page of a list has any webtoon.
	 * @param list the publish day, the order and the genre
	 * @param part which page
	 * @return {@code false} if it lies behind the last
	 */
	public boolean has(PublishDayList list, PageParameters part) {
		return part.offset() < this.lists.countWebtoons(list.number());
	}

}
