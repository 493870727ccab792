package dev.yoil.webtoon.catalog;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.PageParameters;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The cached list of each publish day. It is separate from {@link Catalog}, so a hit
 * starts no transaction and takes no connection.
 */
@Service
class PublishDayLists {

	/** Cache of the lists by {@link PublishDayList}. */
	private static final String LISTS = "findWebtoonsByPublishDay";

	/**
	 * Cache of the pages by {@link PublishDayList.Page}, and of their totals by
	 * {@link PublishDayList.Count}.
	 */
	private static final String PAGES = "findWebtoonPagesByPublishDay";

	private final Catalog catalog;

	private final Representations representations;

	PublishDayLists(Catalog catalog, Representations representations) {
		this.catalog = catalog;
		this.representations = representations;
	}

	@Cacheable(cacheNames = LISTS, key = "#list", sync = true)
	Representation findWebtoonsByPublishDay(PublishDayList list) {
		return this.representations.kept(this.catalog.byPublishDay(list));
	}

	@Cacheable(cacheNames = PAGES, key = "#number", sync = true)
	long countWebtoons(PublishDayList.Count number) {
		return this.catalog.count(number);
	}

	/**
	 * Returns a page of the default size. Its total is read together with it, because the
	 * cached total may be older.
	 */
	@Cacheable(cacheNames = PAGES, key = "#page", sync = true)
	Representation findWebtoonPage(PublishDayList.Page page) {
		return this.representations
			.kept(this.catalog.page(page.list(), new PageParameters(page.number(), PageParameters.DEFAULT_SIZE)));
	}

	/**
	 * Returns a page of any size, always from the database.
	 */
	Representation readWebtoonPage(PublishDayList list, PageParameters part) {
		return this.representations.of(this.catalog.page(list, part));
	}

}
