package dev.yoil.webtoon.review;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

/**
 * The table of reviews. Whoever writes it does so in a transaction that counts what is
 * written.
 */
@Repository
class StoredReviews {

	private static final String SELECT = """
			select id, visitor, nickname, rating, body, created_at, edited_at
			from review
			where webtoon_id = :webtoon
			""";

	private final JdbcClient jdbc;

	StoredReviews(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	List<StoredReview> newest(WebtoonId webtoon, PageParameters part) {
		return this.jdbc
			.sql(SELECT
					+ "order by webtoon_id, created_at desc, id desc offset :offset rows fetch next :size rows only")
			.param("webtoon", webtoon.value())
			.param("offset", part.offset())
			.param("size", part.size())
			.query(StoredReviews::review)
			.list();
	}

	Optional<StoredReview> find(WebtoonId webtoon, ReviewId id) {
		return this.jdbc.sql(SELECT + "and id = :id")
			.param("webtoon", webtoon.value())
			.param("id", id.value())
			.query(StoredReviews::review)
			.optional();
	}

	boolean hasOneOf(WebtoonId webtoon, Visitor author) {
		return this.jdbc.sql("select count(*) from review where webtoon_id = ? and visitor = ?")
			.params(webtoon.value(), author.id())
			.query(Long.class)
			.single() > 0;
	}

	/**
	 * Reads how many reviews a webtoon has.
	 * @return the number, empty if there is no such webtoon
	 */
	Optional<Long> count(WebtoonId webtoon) {
		return this.jdbc.sql("select review_count from webtoon where id = ?")
			.param(webtoon.value())
			.query(Long.class)
			.optional();
	}

	StoredReview add(WebtoonId webtoon, Visitor author, ReviewDraft draft, Instant now) {
		KeyHolder id = new GeneratedKeyHolder();
		this.jdbc.sql("""
				insert into review (webtoon_id, visitor, nickname, rating, body, created_at)
				values (?, ?, ?, ?, ?, ?)
				""")
			.params(webtoon.value(), author.id(), draft.nickname(), draft.rating(), draft.text(), column(now))
			.update(id, "id");
		return StoredReview.posted(Objects.requireNonNull(id.getKeyAs(Long.class)), author, draft, now);
	}

	void replace(StoredReview review, Instant editedAt) {
		this.jdbc.sql("update review set nickname = ?, rating = ?, body = ?, edited_at = ? where id = ?")
			.params(review.nickname(), review.rating(), review.text(), column(editedAt), review.id())
			.update();
	}

	void remove(StoredReview review) {
		this.jdbc.sql("delete from review where id = ?").param(review.id()).update();
	}

	private static StoredReview review(ResultSet row, int number) throws SQLException {
		OffsetDateTime editedAt = row.getObject("edited_at", OffsetDateTime.class);
		return new StoredReview(row.getLong("id"), new Visitor(row.getObject("visitor", UUID.class)),
				row.getString("nickname"), row.getInt("rating"), row.getString("body"),
				row.getObject("created_at", OffsetDateTime.class).toInstant(), instant(editedAt));
	}

	private static @Nullable Instant instant(@Nullable OffsetDateTime column) {
		return (column != null) ? column.toInstant() : null;
	}

	private static OffsetDateTime column(Instant instant) {
		return instant.atOffset(ZoneOffset.UTC);
	}

}
