package dev.yoil.webtoon.catalog;

import java.util.List;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * The list of each publish day, cached. It is a bean apart from {@link Catalog} so that a
 * hit begins no transaction and takes no connection.
 */
@Service
class PublishDayLists {

	private final Catalog catalog;

	PublishDayLists(Catalog catalog) {
		this.catalog = catalog;
	}

	/**
	 * The webtoons of a publish day: from the cache, or read once for all who ask
	 * meanwhile.
	 * @param publishDay the publish day
	 * @return an unmodifiable list by title, then by number; empty if the day has none
	 */
	@Cacheable(cacheNames = WebtoonCaches.FIND_WEBTOONS_BY_PUBLISH_DAY, key = "#publishDay", sync = true)
	List<WebtoonSummary> findWebtoonsByPublishDay(PublishDay publishDay) {
		return this.catalog.byPublishDay(publishDay);
	}

}
