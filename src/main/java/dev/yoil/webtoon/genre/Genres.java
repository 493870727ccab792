package dev.yoil.webtoon.genre;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The genres in the database.
 */
@Repository
@Transactional(propagation = Propagation.MANDATORY)
public class Genres {

	private static final String SELECT = "select code, label, label_en, position from genre";

	private static final String IN_ORDER = " order by position, code";

	private final JdbcClient jdbc;

	Genres(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Lets nobody delete or change a genre until the caller's transaction ends, so that a
	 * webtoon can be given it.
	 * @param code its code
	 * @return whether there is such a genre
	 */
	public boolean keep(String code) {
		return lock(code).isPresent();
	}

	/**
	 * Reads all of them.
	 * @return an unmodifiable list in the order in which they are shown
	 */
	@Transactional(readOnly = true)
	List<Genre> all() {
		return List
			.copyOf(this.jdbc.sql("select code, label, label_en from genre" + IN_ORDER).query(Genre.class).list());
	}

	/**
	 * Reads all there is of all of them.
	 * @return an unmodifiable list in the order in which they are shown
	 */
	List<AdministeredGenre> administered() {
		return List.copyOf(this.jdbc.sql(SELECT + IN_ORDER).query(AdministeredGenre.class).list());
	}

	Optional<AdministeredGenre> find(String code) {
		return one(code, "");
	}

	/**
	 * Reads one and lets nobody else write it, or give it to a webtoon, until the
	 * transaction ends.
	 */
	Optional<AdministeredGenre> lock(String code) {
		return one(code, " for update");
	}

	long countWebtoons(String code) {
		return this.jdbc.sql("select count(*) from webtoon where genre = ?").param(code).query(Long.class).single();
	}

	/**
	 * Writes a new one.
	 * @throws org.springframework.dao.DuplicateKeyException if there is one of its code
	 */
	void insert(AdministeredGenre genre) {
		this.jdbc.sql("insert into genre (code, label, label_en, position) values (?, ?, ?, ?)")
			.params(genre.code(), genre.label(), genre.labelEn(), genre.position())
			.update();
	}

	void update(AdministeredGenre genre) {
		this.jdbc.sql("update genre set label = ?, label_en = ?, position = ? where code = ?")
			.params(genre.label(), genre.labelEn(), genre.position(), genre.code())
			.update();
	}

	/**
	 * Deletes one that no webtoon has.
	 */
	void delete(String code) {
		this.jdbc.sql("delete from genre where code = ?").param(code).update();
	}

	private Optional<AdministeredGenre> one(String code, String lock) {
		return this.jdbc.sql(SELECT + " where code = ?" + lock).param(code).query(AdministeredGenre.class).optional();
	}

}
