package dev.yoil.webtoon.catalog;

import java.util.List;

import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/**
 * The webtoons in the database.
 */
interface Webtoons extends Repository<Webtoon, Long> {

	/**
	 * Reads what a list shows, and only that: no entity is loaded.
	 * @param publishDay the publish day
	 * @return its webtoons by title, then by number; empty if it has none
	 */
	@Query("""
			select new dev.yoil.webtoon.catalog.WebtoonSummary(
				w.id, w.title, w.author, w.genre, w.publishDay, w.thumbnail, w.synopsis)
			from Webtoon w
			where w.publishDay = :publishDay
			order by w.title, w.id
			""")
	List<WebtoonSummary> findSummaries(PublishDay publishDay);

}
