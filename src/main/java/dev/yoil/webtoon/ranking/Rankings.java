package dev.yoil.webtoon.ranking;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rankings, computed in the database: <pre>
 * score = 1 x likes given in the period
 * + 1 x the sum of the ratings (1 to 5) of the reviews posted in the period
 * </pre> Removed likes and deleted reviews do not count. An edited review counts with its
 * present rating in the period in which it was posted. The highest score comes first;
 * ties are broken by the smaller number. There are at most 20 places, and none for a
 * score of 0.
 */
@Repository
class Rankings {

	private static final String SELECT = """
			select sum(likes) + sum(ratings) as score, sum(likes) as likes, sum(reviews) as reviews, sum(ratings) as ratings,
				id, title, author, genre, publish_day, thumbnail
			from (
				select webtoon_id, count(*) as likes, 0 as reviews, 0 as ratings
				from webtoon_like
				where created_at >= :begin and created_at < :end
				group by webtoon_id
				union all
				select webtoon_id, 0, count(*), sum(rating)
				from review
				where created_at >= :begin and created_at < :end
				group by webtoon_id
			) as given
			join webtoon on webtoon.id = given.webtoon_id
			group by id, title, author, genre, publish_day, thumbnail
			having sum(likes) + sum(ratings) > 0
			order by score desc, id
			fetch first 20 rows only
			""";

	private final JdbcClient jdbc;

	private final Clock clock;

	Rankings(JdbcClient jdbc, Clock clock) {
		this.jdbc = jdbc;
		this.clock = clock;
	}

	@Transactional(readOnly = true)
	Ranking current(RankingPeriod period) {
		Instant now = this.clock.instant();
		LocalDate first = period.first(now);
		LocalDate last = period.last(first);
		List<RankedWebtoon> items = this.jdbc.sql(SELECT)
			.param("begin", midnight(first))
			.param("end", midnight(last.plusDays(1)))
			.query((row, number) -> new RankedWebtoon(number + 1, row.getLong("score"), row.getLong("likes"),
					row.getLong("reviews"), row.getLong("ratings"), row.getLong("id"), row.getString("title"),
					row.getString("author"), row.getString("genre"), row.getString("publish_day"),
					row.getString("thumbnail")))
			.list();
		return new Ranking(period, first, last, List.copyOf(items));
	}

	private static OffsetDateTime midnight(LocalDate day) {
		return day.atStartOfDay(RankingPeriod.ZONE).toOffsetDateTime();
	}

}
