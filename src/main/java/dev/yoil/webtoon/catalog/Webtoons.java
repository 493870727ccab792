package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

/**
 * The webtoons in the database.
 */
interface Webtoons extends Repository<Webtoon, Long> {

	/**
	 * What a list shows, and only that: no entity is loaded.
	 */
	String SUMMARIES = """
			select new dev.yoil.webtoon.catalog.WebtoonSummary(
				w.id, w.title, w.author, w.genre, w.publishDay, w.thumbnail, w.synopsis,
				w.likeCount, w.reviewCount, w.ratingSum)
			from Webtoon w
			""";

	/** Those of a day. */
	String OF_DAY = SUMMARIES + "where w.publishDay = :publishDay";

	/** Those of a day that are of a genre. */
	String OF_GENRE = OF_DAY + " and w.genre = :genre";

	/** All there is of webtoons. */
	String DETAILS = """
			select new dev.yoil.webtoon.catalog.WebtoonDetails(
				w.id, w.title, w.author, w.genre, w.publishDay, w.thumbnail, w.synopsis, w.registeredDate,
				w.likeCount, w.reviewCount, w.ratingSum)
			from Webtoon w
			""";

	/** Those whose title or author has a text in it. */
	String MATCHING = "where (lower(w.title) like lower(:pattern) escape '!' or lower(w.author) like lower(:pattern) escape '!')";

	/** Those of them that come out on some days. */
	String MATCHING_OF_DAYS = MATCHING + " and w.publishDay in :publishDays";

	/**
	 * Reads a whole list.
	 * @param publishDay the publish day
	 * @param sort the order
	 * @return its webtoons; empty if it has none
	 */
	@Query(OF_DAY)
	List<WebtoonSummary> findSummaries(PublishDay publishDay, Sort sort);

	/**
	 * Reads a part of what {@link #findSummaries(PublishDay, Sort)} reads.
	 * @param publishDay the publish day
	 * @param part which part, and the order
	 * @return its webtoons, empty if it lies behind the last
	 */
	@Query(OF_DAY)
	List<WebtoonSummary> findSummaries(PublishDay publishDay, Pageable part);

	/**
	 * Counts what {@link #findSummaries(PublishDay, Sort)} reads.
	 * @param publishDay the publish day
	 * @return how many webtoons it has
	 */
	long countByPublishDay(PublishDay publishDay);

	/**
	 * Reads a whole list of one genre. Neither this nor a part of it needs an index of
	 * its own: the index of the order has no more rows of a day than the day's whole
	 * list.
	 * @param publishDay the publish day
	 * @param genre the code of the genre
	 * @param sort the order
	 * @return its webtoons; empty if it has none
	 */
	@Query(OF_GENRE)
	List<WebtoonSummary> findSummaries(PublishDay publishDay, String genre, Sort sort);

	/**
	 * Reads a part of what {@link #findSummaries(PublishDay, String, Sort)} reads.
	 * @param publishDay the publish day
	 * @param genre the code of the genre
	 * @param part which part, and the order
	 * @return its webtoons, empty if it lies behind the last
	 */
	@Query(OF_GENRE)
	List<WebtoonSummary> findSummaries(PublishDay publishDay, String genre, Pageable part);

	/**
	 * Counts what {@link #findSummaries(PublishDay, String, Sort)} reads.
	 * @param publishDay the publish day
	 * @param genre the code of the genre
	 * @return how many webtoons it has
	 */
	long countByPublishDayAndGenre(PublishDay publishDay, String genre);

	/**
	 * Reads one.
	 * @param id its number
	 * @return what its page shows, empty if there is none
	 */
	@Query(DETAILS + "where w.id = :id")
	Optional<WebtoonDetails> findDetails(long id);

	/**
	 * Searches titles and authors.
	 * @param pattern what they must be like, with {@code !} as the escape character
	 * @param part which part, and the order
	 * @return the webtoons, empty if the part lies behind the last
	 */
	@Query(SUMMARIES + MATCHING)
	List<WebtoonSummary> search(String pattern, Pageable part);

	/**
	 * Counts what {@link #search} finds.
	 * @param pattern what titles or authors must be like
	 * @return how many webtoons there are
	 */
	@Query("select count(w) from Webtoon w " + MATCHING)
	long countMatching(String pattern);

	/**
	 * Searches titles and authors of some days.
	 * @param pattern what they must be like, with {@code !} as the escape character
	 * @param publishDays the publish days
	 * @param part which part, and the order
	 * @return all there is of the webtoons, empty if the part lies behind the last
	 */
	@Query(DETAILS + MATCHING_OF_DAYS)
	List<WebtoonDetails> findDetails(String pattern, Set<PublishDay> publishDays, Pageable part);

	/**
	 * Counts what {@link #findDetails(String, Set, Pageable)} finds.
	 * @param pattern what titles or authors must be like
	 * @param publishDays the publish days
	 * @return how many webtoons there are
	 */
	@Query("select count(w) from Webtoon w " + MATCHING_OF_DAYS)
	long countMatching(String pattern, Set<PublishDay> publishDays);

}
