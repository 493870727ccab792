package dev.yoil.webtoon.catalog;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The webtoons in the database, as administrators write them, in a transaction of the
 * caller's. A row is locked before it is written: readers change its counts at the same
 * time.
 */
@Repository
@Transactional(propagation = Propagation.MANDATORY)
class AdministeredWebtoons {

	private static final String SELECT = """
			select id, title, author, genre, publish_day, thumbnail, synopsis, registered_date
			from webtoon where id = ?
			""";

	private static final String INSERT = """
			insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
			values (?, ?, ?, ?, ?, ?, ?)
			""";

	private static final String UPDATE = """
			update webtoon set title = ?, author = ?, genre = ?, publish_day = ?, thumbnail = ?, synopsis = ?,
				registered_date = ?
			where id = ?
			""";

	private final JdbcClient jdbc;

	AdministeredWebtoons(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<AdministeredWebtoon> find(long id) {
		return this.jdbc.sql(SELECT).param(id).query(AdministeredWebtoon.class).optional();
	}

	/**
	 * Reads one and lets nobody else write it until the transaction ends.
	 */
	Optional<AdministeredWebtoon> lock(long id) {
		return this.jdbc.sql(SELECT + "for update").param(id).query(AdministeredWebtoon.class).optional();
	}

	/**
	 * Writes a new one.
	 * @param webtoon what to write; its number does not count
	 * @return the number that the database gave it
	 */
	long insert(AdministeredWebtoon webtoon) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc.sql(INSERT).params(columns(webtoon)).update(key, "id");
		return Objects.requireNonNull(key.getKey(), "The database gave the webtoon no number").longValue();
	}

	void update(AdministeredWebtoon webtoon) {
		this.jdbc.sql(UPDATE).params(columns(webtoon)).param(webtoon.id()).update();
	}

	void delete(long id) {
		this.jdbc.sql("delete from webtoon where id = ?").param(id).update();
	}

	private static List<Object> columns(AdministeredWebtoon webtoon) {
		return List.of(webtoon.title(), webtoon.author(), webtoon.genre(), webtoon.publishDay().name(),
				webtoon.thumbnail(), webtoon.synopsis(), webtoon.registeredDate());
	}

}
