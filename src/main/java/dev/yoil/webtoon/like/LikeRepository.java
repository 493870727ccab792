package dev.yoil.webtoon.like;

import java.time.Instant;
import java.util.UUID;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/**
 * Queries on likes: at most one for each webtoon and visitor.
 */
interface LikeRepository extends JpaRepository<StoredLike, StoredLike.Id> {

	/**
	 * Adds a like. Returns 1, or 0 if it exists.
	 */
	@Modifying
	@Query("""
			insert into StoredLike (id.webtoonId, id.visitor, createdAt) values (:webtoon, :visitor, :createdAt)
			on conflict do nothing
			""")
	int add(long webtoon, UUID visitor, Instant createdAt);

	/**
	 * Removes a like. Returns 1, or 0 if there is none.
	 */
	@Modifying
	@Query("delete from StoredLike l where l.id = :id")
	int remove(StoredLike.Id id);

}
