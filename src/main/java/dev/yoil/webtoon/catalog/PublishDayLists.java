package dev.yoil.webtoon.catalog;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;

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
	 * How many webtoons a publish day has. It is cached with the pages, because it is of
	 * the same rows.
	 * @param publishDay the publish day
	 * @return the number
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOON_PAGES_BY_PUBLISH_DAY, key = "#publishDay", sync = true)
	long countWebtoonsByPublishDay(PublishDay publishDay) {
		return this.catalog.countByPublishDay(publishDay);
	}

	/**
	 * A page of that list, of the usual size.
	 * @param page which page
	 * @param total how many webtoons the list has
	 * @return a {@link WebtoonPage}
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOON_PAGES_BY_PUBLISH_DAY, key = "#page", sync = true)
	Representation findWebtoonPage(PublishDayPage page, long total) {
		return this.representations.kept(read(page.list(), page.number(), PublishDayPage.SIZE, total));
	}

	/**
	 * A page of any size, always from the database.
	 * @param list the publish day and the order
	 * @param number the number of the page, from 0
	 * @param size how many webtoons a page has, from 1
	 * @param total how many webtoons the list has
	 * @return a {@link WebtoonPage}
	 */
	Representation readWebtoonPage(PublishDayList list, int number, int size, long total) {
		return this.representations.of(read(list, number, size, total));
	}

	private WebtoonPage read(PublishDayList list, int number, int size, long total) {
		return new WebtoonPage(this.catalog.byPublishDay(list, number, size), number, size, total);
	}

}
