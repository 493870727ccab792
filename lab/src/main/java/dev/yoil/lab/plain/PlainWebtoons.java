package dev.yoil.lab.plain;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Webtoons of the database with one query per list, cached by Spring's cache.
 * Thread-safe.
 */
class PlainWebtoons {

	private static final ZoneId ZONE = ZoneId.of("Asia/Seoul");

	private static final int PAGE = 30;

	private static final Map<String, String> ORDERS = Map.of("title", "title, id", "registered",
			"registered_date desc, id desc", "likes", "like_count desc, id", "reviews", "review_count desc, id");

	private static final String WEBTOONS = """
			select id, title, author, genre, publish_day, thumbnail, synopsis, like_count, review_count,
				round(100.0 * rating_sum / nullif(review_count, 0)) / 100.0
			from webtoon where publish_day = :day order by publish_day, """;

	private static final String RANKING = """
			select sum(likes) + sum(ratings) as score, sum(likes), sum(reviews), sum(ratings), id, title, author, genre,
				publish_day, thumbnail
			from (
				select webtoon_id, count(*) as likes, 0 as reviews, 0 as ratings from webtoon_like
				where created_at >= :begin and created_at < :end group by webtoon_id
				union all
				select webtoon_id, 0, count(*), sum(rating) from review
				where created_at >= :begin and created_at < :end group by webtoon_id
			) as given
			join webtoon on webtoon.id = given.webtoon_id
			group by id, title, author, genre, publish_day, thumbnail
			having sum(likes) + sum(ratings) > 0
			order by score desc, id
			fetch first 20 rows only""";

	private final JdbcClient jdbc;

	private final Clock clock;

	record Webtoon(long id, String title, String author, String genre, String publishDay, String thumbnail,
			String synopsis, long likes, long reviews, @Nullable Double rating) {
	}

	record Page(List<Webtoon> items, int page, int size, long total) {
	}

	record Ranked(int rank, long score, long likes, long reviews, long ratings, long id, String title, String author,
			String genre, String publishDay, String thumbnail) {
	}

	record Ranking(String period, LocalDate from, LocalDate to, List<Ranked> items) {
	}

	PlainWebtoons(JdbcClient jdbc, Clock clock) {
		this.jdbc = jdbc;
		this.clock = clock;
	}

	@Cacheable(cacheNames = "plain-lists", sync = true)
	@Transactional(readOnly = true)
	public List<Webtoon> list(String day, String sort) {
		return this.jdbc.sql(WEBTOONS + ORDERS.get(sort)).param("day", day).query(PlainWebtoons::webtoon).list();
	}

	@Cacheable(cacheNames = "plain-pages", sync = true)
	@Transactional(readOnly = true)
	public Page page(String day, int page) {
		List<Webtoon> items = this.jdbc
			.sql(WEBTOONS + ORDERS.get("title") + " offset :offset rows fetch next :size rows only")
			.param("day", day)
			.param("offset", (long) page * PAGE)
			.param("size", PAGE)
			.query(PlainWebtoons::webtoon)
			.list();
		long total = this.jdbc.sql("select count(*) from webtoon where publish_day = :day")
			.param("day", day)
			.query(Long.class)
			.single();
		return new Page(items, page, PAGE, total);
	}

	@Cacheable(cacheNames = "plain-rankings", sync = true)
	@Transactional(readOnly = true)
	public Ranking ranking() {
		LocalDate today = LocalDate.ofInstant(this.clock.instant(), ZONE);
		List<Ranked> items = this.jdbc.sql(RANKING)
			.param("begin", midnight(today))
			.param("end", midnight(today.plusDays(1)))
			.query((row, number) -> new Ranked(number + 1, row.getLong(1), row.getLong(2), row.getLong(3),
					row.getLong(4), row.getLong(5), row.getString(6), row.getString(7), row.getString(8),
					row.getString(9), row.getString(10)))
			.list();
		return new Ranking("DAILY", today, today, items);
	}

	private static OffsetDateTime midnight(LocalDate day) {
		return day.atStartOfDay(ZONE).toOffsetDateTime();
	}

	private static Webtoon webtoon(ResultSet row, int number) throws SQLException {
		double mean = row.getDouble(10);
		Double rating = row.wasNull() ? null : mean;
		return new Webtoon(row.getLong(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5),
				row.getString(6), row.getString(7), row.getLong(8), row.getLong(9), rating);
	}

}
