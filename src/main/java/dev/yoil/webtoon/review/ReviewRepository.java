package dev.yoil.webtoon.review;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;

/**
 * Queries on reviews. Writers also update the counts, in the same transaction.
 */
interface ReviewRepository extends JpaRepository<StoredReview, Long> {

	List<StoredReview> findByWebtoonId(long webtoon, Pageable part);

	Optional<StoredReview> findByWebtoonIdAndId(long webtoon, long id);

	boolean existsByWebtoonIdAndVisitor(long webtoon, UUID visitor);

}
