package dev.yoil.webtoon.genre;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The genres in the database.
 */
@Repository
class Genres {

	private final JdbcClient jdbc;

	Genres(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads all of them.
	 * @return an unmodifiable list in the order in which they are shown
	 */
	@Transactional(readOnly = true)
	List<Genre> all() {
		return List.copyOf(this.jdbc.sql("select code, label, label_en from genre order by position, code")
			.query(Genre.class)
			.list());
	}

}
