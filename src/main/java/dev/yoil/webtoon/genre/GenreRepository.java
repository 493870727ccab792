package dev.yoil.webtoon.genre;

import java.util.List;
import java.util.Optional;

import jakarta.persistence.LockModeType;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/**
 * Queries on genres.
 */
interface GenreRepository extends JpaRepository<StoredGenre, String> {

	<T> List<T> findAllByOrderByPositionAscCodeAsc(Class<T> type);

	<T> Optional<T> findProjectedByCode(String code, Class<T> type);

	/**
	 * Locks a genre until the transaction ends, so that no other transaction writes it or
	 * gives it to a webtoon.
	 */
	@Lock(LockModeType.PESSIMISTIC_WRITE)
	@Query("select g from StoredGenre g where g.code = :code")
	Optional<StoredGenre> lock(String code);

	@Query("select count(w) from Webtoon w where w.genre = :code")
	long countWebtoons(String code);

	/**
	 * Adds a genre. {@code save} would replace one with the same code.
	 */
	@Modifying
	@Query("insert into StoredGenre (code, label, labelEn, position) values (:code, :label, :labelEn, :position)")
	void insert(String code, String label, String labelEn, int position);

}
