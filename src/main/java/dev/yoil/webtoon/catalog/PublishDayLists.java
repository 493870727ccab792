package dev.yoil.webtoon.catalog;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.PageParameters;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The list of each publish day, cached. It is a bean apart from {@link Catalog} so that a
 * hit begins no transaction and takes no connection.
 */
@Service
class PublishDayLists {

	/** The lists; its key is the {@link PublishDayList}. */
	private static final String LISTS = "findWebtoonsByPublishDay";

	/**
	 * The pages of those lists; its key is the {@link PublishDayPage}, or the
	 * {@link PublishDayNumber} of webtoons.
	 */
	private static final String PAGES = "findWebtoonPagesByPublishDay";

	private final Catalog catalog;

	private final Representations representations;

	PublishDayLists(Catalog catalog, Representations representations) {
		this.catalog = catalog;
		this.representations = representations;
	}

	/**
	 * The webtoons of a publish day: from the cache, or read once for all who ask
	 * meanwhile.
	 * @return a list; empty if the day has none
	 */
	@Cacheable(cacheNames = LISTS, key = "#list", sync = true)
	Representation findWebtoonsByPublishDay(PublishDayList list) {
		return this.representations.kept(this.catalog.byPublishDay(list));
	}

	/**
	 * How many webtoons a list has. It is cached with the pages, because it is of the
	 * same rows.
	 */
	@Cacheable(cacheNames = PAGES, key = "#number", sync = true)
	long countWebtoons(PublishDayNumber number) {
		return this.catalog.count(number);
	}

	/**
	 * A page of that list, of the usual size. Its total is read with it: the cached one
	 * may be of the time before a change.
	 * @return a {@link WebtoonPage}
	 */
	@Cacheable(cacheNames = PAGES, key = "#page", sync = true)
	Representation findWebtoonPage(PublishDayPage page) {
		return this.representations
			.kept(this.catalog.page(page.list(), new PageParameters(page.number(), PublishDayPage.SIZE)));
	}

	/**
	 * A {@link WebtoonPage} of any size, always from the database.
	 */
	Representation readWebtoonPage(PublishDayList list, PageParameters part) {
		return this.representations.of(this.catalog.page(list, part));
	}

}
