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
	 * @param publishDay the publish day
	 * @return a list by title, then by number; empty if the day has none
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOONS_BY_PUBLISH_DAY, key = "#publishDay", sync = true)
	Representation findWebtoonsByPublishDay(PublishDay publishDay) {
		return this.representations.kept(this.catalog.byPublishDay(publishDay));
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
		return this.representations.kept(read(page.publishDay(), page.number(), PublishDayPage.SIZE, total));
	}

	/**
	 * A page of any size, always from the database.
	 * @param publishDay the publish day
	 * @param number the number of the page, from 0
	 * @param size how many webtoons a page has, from 1
	 * @param total how many webtoons the list has
	 * @return a {@link WebtoonPage}
	 */
	Representation readWebtoonPage(PublishDay publishDay, int number, int size, long total) {
		return this.representations.of(read(publishDay, number, size, total));
	}

	private WebtoonPage read(PublishDay publishDay, int number, int size, long total) {
		return new WebtoonPage(this.catalog.byPublishDay(publishDay, number, size), number, size, total);
	}

}
