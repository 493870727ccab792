package dev.yoil.webtoon.catalog;

import dev.yoil.representation.Representation;
import dev.yoil.webtoon.PageParameters;

import org.springframework.stereotype.Service;

/**
 * The lists of publish days, whole or by page. They come from the caches where possible.
 * Thread-safe.
 */
@Service
public class PublishedWebtoons {

	private final PublishDayLists lists;

	PublishedWebtoons(PublishDayLists lists) {
		this.lists = lists;
	}

	Representation list(PublishDayList list) {
		return this.lists.findWebtoonsByPublishDay(list);
	}

	/**
	 * Returns a page of a list.
	 * @return a {@link WebtoonPage}, empty after the last page
	 */
	public Representation page(PublishDayList list, PageParameters part) {
		PublishDayList.Page page = new PublishDayList.Page(list, part.page());
		if (part.size() == PageParameters.DEFAULT_SIZE && has(list, part)) {
			return this.lists.findWebtoonPage(page);
		}
		// Pages after the last one are not cached: they would evict useful entries.
		return this.lists.readWebtoonPage(list, part);
	}

	/**
	 * Returns whether a page of a list has any webtoon.
	 * @return {@code false} after the last page
	 */
	public boolean has(PublishDayList list, PageParameters part) {
		return part.offset() < this.lists.countWebtoons(list.count());
	}

}
