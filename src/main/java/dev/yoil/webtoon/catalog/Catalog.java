package dev.yoil.webtoon.catalog;

import java.util.List;

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

}
