package dev.yoil.webtoon.catalog;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.PageParameters;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The list of each publish day, cached. It is a bean apart from {@link Catalog} so that a
 * hit begins no transaction and takes no connection.
 */
@Service
class PublishDayLists {

	private final Catalog catalog;

	private final Representations representations;

	PublishDayLists(Catalog catalog, Representations representations) {
		this.catalog = catalog;
		this.representations = representations;
	}

	/**
	 * The webtoons of a publish day: from the cache, or read once for all who ask
	 * meanwhile.
	 * @param list the publish day and the order
	 * @return a list; empty if the day has none
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOONS_BY_PUBLISH_DAY, key = "#list", sync = true)
	Representation findWebtoonsByPublishDay(PublishDayList list) {
		return this.representations.kept(this.catalog.byPublishDay(list));
	}

	/**
	 * How many webtoons a list has. It is cached with the pages, because it is of the
	 * same rows.
	 * @param list the list {@linkplain PublishDayList#inAnyOrder() in any order}
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOON_PAGES_BY_PUBLISH_DAY, key = "#list", sync = true)
	long countWebtoons(PublishDayList list) {
		return this.catalog.count(list);
	}

	/**
	 * A page of that list, of the usual size. Its total is read with it: the cached one
	 * may be of the time before a change.
	 * @param page which page
	 * @return a {@link WebtoonPage}
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOON_PAGES_BY_PUBLISH_DAY, key = "#page", sync = true)
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

	@CacheEvict(cacheNames = WebtoonCaches.FIND_WEBTOONS_BY_PUBLISH_DAY, key = "#list")
	void forget(PublishDayList list) {
		// The annotation says it all.
	}

	@CacheEvict(cacheNames = WebtoonCaches.FIND_WEBTOON_PAGES_BY_PUBLISH_DAY, key = "#page")
	void forget(PublishDayPage page) {
		// The annotation says it all.
	}

	/**
	 * Forgets how many webtoons a list has.
	 * @param list the list {@linkplain PublishDayList#inAnyOrder() in any order}
	 */
	@CacheEvict(cacheNames = WebtoonCaches.FIND_WEBTOON_PAGES_BY_PUBLISH_DAY, key = "#list")
	void forgetNumber(PublishDayList list) {
		// The annotation says it all.
	}

}
