package dev.yoil.webtoon.catalog;

import java.util.List;

import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/**
 * The webtoons in the database.
 */
interface Webtoons extends Repository<Webtoon, Long> {

	/**
	 * What a list shows, and only that: no entity is loaded. The database reads it in the
	 * order of its index, which H2 only sees if the day is part of the order.
	 */
	String SUMMARIES = """
			select new dev.yoil.webtoon.catalog.WebtoonSummary(
				w.id, w.title, w.author, w.genre, w.publishDay, w.thumbnail, w.synopsis)
			from Webtoon w
			where w.publishDay = :publishDay
			order by w.publishDay, w.title, w.id
			""";

	/**
	 * Reads a whole list.
	 * @param publishDay the publish day
	 * @return its webtoons by title, then by number; empty if it has none
	 */
	@Query(SUMMARIES)
	List<WebtoonSummary> findSummaries(PublishDay publishDay);

	/**
	 * Reads a part of what {@link #findSummaries(PublishDay)} reads.
	 * @param publishDay the publish day
	 * @param part which part
	 * @return its webtoons, empty if it lies behind the last
	 */
	@Query(SUMMARIES)
	List<WebtoonSummary> findSummaries(PublishDay publishDay, Pageable part);

	/**
	 * Counts what {@link #findSummaries(PublishDay)} reads.
	 * @param publishDay the publish day
	 * @return how many webtoons it has
	 */
	long countByPublishDay(PublishDay publishDay);

}
