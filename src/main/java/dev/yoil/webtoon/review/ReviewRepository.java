package dev.yoil.webtoon.review;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;

/**
 * The reviews in the database. Whoever writes them does so in a transaction that counts
 * what is written.
 */
interface ReviewRepository extends JpaRepository<StoredReview, Long> {

	List<StoredReview> findByWebtoonId(long webtoon, Pageable part);

	Optional<StoredReview> findByWebtoonIdAndId(long webtoon, long id);

	boolean existsByWebtoonIdAndVisitor(long webtoon, UUID visitor);

}
