package dev.yoil.webtoon.genre;

import java.util.List;
import java.util.Optional;

import jakarta.persistence.LockModeType;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/**
 * The genres in the database.
 */
interface GenreRepository extends JpaRepository<StoredGenre, String> {

	/**
	 * Reads all genres in the order in which they are shown.
	 * @param type the record to return
	 */
	<T> List<T> findAllByOrderByPositionAscCodeAsc(Class<T> type);

	/**
	 * Reads one genre as a record.
	 * @param type the record to return
	 */
	<T> Optional<T> findProjectedByCode(String code, Class<T> type);

	/**
	 * Reads a genre and keeps other transactions from writing it, or giving it to a
	 * webtoon, until this one ends.
	 */
	@Lock(LockModeType.PESSIMISTIC_WRITE)
	@Query("select g from StoredGenre g where g.code = :code")
	Optional<StoredGenre> lock(String code);

	@Query("select count(w) from Webtoon w where w.genre = :code")
	long countWebtoons(String code);

	/**
	 * Adds a genre. {@code save} would replace one that has the same code.
	 * @throws org.springframework.dao.DuplicateKeyException if there is one of its code
	 */
	@Modifying
	@Query("insert into StoredGenre (code, label, labelEn, position) values (:code, :label, :labelEn, :position)")
	void insert(String code, String label, String labelEn, int position);

}
