package dev.yoil.webtoon.catalog;

import java.util.Optional;

import jakarta.persistence.LockModeType;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/**
 * Queries on webtoons. If a query returns a record, Spring Data selects its components
 * and loads no entity.
 */
interface WebtoonRepository extends JpaRepository<Webtoon, Long> {

	String OF_DAY = "from Webtoon w where w.publishDay = :publishDay and (:genre is null or w.genre = :genre)";

	/**
	 * Reads the list of a publish day. The orders of {@link WebtoonSort} are those of
	 * indexes.
	 */
	@Query("select w " + OF_DAY)
	Page<WebtoonSummary> findWebtoonsByPublishDay(PublishDay publishDay, @Nullable String genre, Pageable part);

	@Query("select count(w) " + OF_DAY)
	long countWebtoonsByPublishDay(PublishDay publishDay, @Nullable String genre);

	/**
	 * Searches titles and authors, ignoring case. The escape character of the pattern is
	 * {@code !}.
	 */
	@Query("""
			select w from Webtoon w
			where (lower(w.title) like lower(:pattern) escape '!' or lower(w.author) like lower(:pattern) escape '!')
				and (:publishDay is null or w.publishDay = :publishDay)
			""")
	<T> Page<T> search(String pattern, @Nullable PublishDay publishDay, Pageable part, Class<T> type);

	<T> Optional<T> findProjectedById(long id, Class<T> type);

	/**
	 * Locks a webtoon for writing until the transaction ends. It must be the first read
	 * of the webtoon in its transaction: the persistence context would return its older
	 * copy.
	 */
	@Lock(LockModeType.PESSIMISTIC_WRITE)
	@Query("select w from Webtoon w where w.id = :id")
	Optional<Webtoon> lock(long id);

	@Query("select w.likes from Webtoon w where w.id = :id")
	Optional<Long> countLikes(long id);

	@Query("select w.reviews from Webtoon w where w.id = :id")
	Optional<Long> countReviews(long id);

	@Modifying
	@Query("update Webtoon w set w.likes = w.likes + :more where w.id = :id")
	void addLikes(long id, int more);

	@Modifying
	@Query("update Webtoon w set w.reviews = w.reviews + :more, w.ratingSum = w.ratingSum + :ratings where w.id = :id")
	void addReviews(long id, int more, int ratings);

}
