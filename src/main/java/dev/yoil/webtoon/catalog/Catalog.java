package dev.yoil.webtoon.catalog;

import java.util.List;

import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The use cases of reading webtoons from the database, each in a transaction of its own.
 */
@Service
class Catalog {

	private final Webtoons webtoons;

	Catalog(Webtoons webtoons) {
		this.webtoons = webtoons;
	}

	/**
	 * Reads the webtoons of a publish day with one query.
	 * @param publishDay the publish day
	 * @return an unmodifiable list by title, then by number; empty if the day has none
	 */
	@Transactional(readOnly = true)
	List<WebtoonSummary> byPublishDay(PublishDay publishDay) {
		return List.copyOf(this.webtoons.findSummaries(publishDay));
	}

	/**
	 * Reads a page of that list.
	 * @param publishDay the publish day
	 * @param page the number of the page, from 0
	 * @param size how many webtoons a page has, from 1
	 * @return an unmodifiable list, empty if the page lies behind the last
	 */
	@Transactional(readOnly = true)
	List<WebtoonSummary> byPublishDay(PublishDay publishDay, int page, int size) {
		return List.copyOf(this.webtoons.findSummaries(publishDay, PageRequest.of(page, size)));
	}

	/**
	 * Counts the webtoons of a publish day.
	 * @param publishDay the publish day
	 * @return how many there are
	 */
	@Transactional(readOnly = true)
	long countByPublishDay(PublishDay publishDay) {
		return this.webtoons.countByPublishDay(publishDay);
	}

}
