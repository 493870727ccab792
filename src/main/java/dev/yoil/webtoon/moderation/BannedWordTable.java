package dev.yoil.webtoon.moderation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.yoil.webtoon.PageParameters;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * The banned words in the database.
 */
@Repository
class BannedWordTable {

	private final JdbcClient jdbc;

	BannedWordTable(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * All words.
	 */
	List<BannedWord> words() {
		return this.jdbc.sql("select id, word, match_mode, created_at from banned_word")
			.query(BannedWordTable::word)
			.list();
	}

	/**
	 * A page of the words.
	 * @param part which page
	 * @param normalised what their normalised form has in it; empty for all words
	 */
	ModerationPage<BannedWord> page(PageParameters part, String normalised) {
		// Only letters and digits are left of it: nothing in it means something to
		// "like".
		String pattern = "%" + normalised + "%";
		List<BannedWord> items = this.jdbc
			.sql("select id, word, match_mode, created_at from banned_word where normalised like ? order by id"
					+ " limit ? offset ?")
			.params(pattern, part.size(), part.offset())
			.query(BannedWordTable::word)
			.list();
		long total = this.jdbc.sql("select count(*) from banned_word where normalised like ?")
			.param(pattern)
			.query(Long.class)
			.single();
		return new ModerationPage<>(items, part.page(), part.size(), total);
	}

	Optional<BannedWord> find(long id) {
		return this.jdbc.sql("select id, word, match_mode, created_at from banned_word where id = ?")
			.param(id)
			.query(BannedWordTable::word)
			.optional();
	}

	/**
	 * The number of the word with a normalised form.
	 */
	Optional<Long> findId(String normalised) {
		return this.jdbc.sql("select id from banned_word where normalised = ?")
			.param(normalised)
			.query(Long.class)
			.optional();
	}

	/**
	 * How many letters there are to look for, in all words together.
	 */
	long letters() {
		return this.jdbc.sql("select coalesce(sum(char_length(normalised)), 0) from banned_word")
			.query(Long.class)
			.single();
	}

	BannedWord add(String word, String normalised, WordMatch match, Instant now) {
		GeneratedKeyHolder id = new GeneratedKeyHolder();
		this.jdbc.sql("insert into banned_word (word, normalised, match_mode, created_at) values (?, ?, ?, ?)")
			.params(word, normalised, match.name(), OffsetDateTime.ofInstant(now, ZoneOffset.UTC))
			.update(id, "id");
		return new BannedWord(Objects.requireNonNull(id.getKeyAs(Long.class)), word, match, now);
	}

	void change(long id, String word, String normalised, WordMatch match) {
		this.jdbc.sql("update banned_word set word = ?, normalised = ?, match_mode = ? where id = ?")
			.params(word, normalised, match.name(), id)
			.update();
	}

	boolean remove(long id) {
		return this.jdbc.sql("delete from banned_word where id = ?").param(id).update() > 0;
	}

	private static BannedWord word(ResultSet row, int number) throws SQLException {
		String word = row.getString("word");
		String match = row.getString("match_mode");
		return new BannedWord(row.getLong("id"), word,
				(match != null) ? WordMatch.valueOf(match) : WordMatch.usual(word),
				row.getObject("created_at", OffsetDateTime.class).toInstant());
	}

}
