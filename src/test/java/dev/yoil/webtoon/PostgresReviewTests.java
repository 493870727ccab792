package dev.yoil.webtoon;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reviews over HTTP, on PostgreSQL.
 */
@Tag("full")
class PostgresReviewTests extends ReviewTests {

	@Override
	RunningService startService() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=70"));
	}

	@Test
	void readsReviewsInIndexOrder() {
		fill();
		assertThat(plan("""
				select body from review where webtoon_id = 7
				order by webtoon_id, created_at desc, id desc offset 30 rows fetch next 30 rows only
				""")).contains("Index Scan using review_by_moment ").doesNotContain("Sort");
	}

	@ParameterizedTest
	@CsvSource({ "webtoon_like, webtoon_id, webtoon_like_by_moment",
			"review, 'webtoon_id, rating', review_rating_by_moment" })
	void countsForRankingsFromAnIndex(String table, String columns, String index) {
		fill();
		assertThat(plan("select %s from %s where created_at >= '2026-11-21Z' and created_at < '2026-11-22Z'"
			.formatted(columns, table))).contains("Index Only Scan using " + index + " ");
	}

	private void fill() {
		JdbcTemplate jdbc = service().bean(JdbcTemplate.class);
		jdbc.execute("delete from webtoon_like");
		jdbc.execute(
				"""
						insert into review (webtoon_id, visitor, nickname, rating, body, created_at)
						select 1 + mod(n, 70), gen_random_uuid(), 'n', 3, repeat('x', 200), timestamptz '2026-11-21Z' - n * interval '1 minute'
						from generate_series(0, 20000) n
						""");
		jdbc.execute(
				"insert into webtoon_like (webtoon_id, visitor, created_at) select webtoon_id, visitor, created_at from review");
		jdbc.execute("vacuum analyze review");
		jdbc.execute("vacuum analyze webtoon_like");
	}

	private String plan(String query) {
		return String.join("\n", service().bean(JdbcTemplate.class).queryForList("explain " + query, String.class));
	}

}
