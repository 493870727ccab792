package dev.yoil.webtoon;

import java.util.List;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The lists on PostgreSQL. The default order of the server is Korean.
 */
@Tag("full")
class PostgresListTests extends ListTests {

	private static final String HISTORY = """
			select "version", "description", "type", "script", "checksum", "success"
			from "flyway_schema_history" where "version" is not null order by "installed_rank"
			""";

	@Override
	RunningService start() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=315"));
	}

	@Override
	List<String> lastTitles() {
		return List.of("！", "😀");
	}

	@Override
	@Test
	void ordersTitlesByCodePoint() throws Exception {
		super.ordersTitlesByCodePoint();
		assertThat(jdbc().queryForList(
				"select title from webtoon where publish_day = 'TUESDAY' order by title collate \"default\", id",
				String.class))
			.as("what the server would do otherwise")
			.isNotEqualTo(list(TUESDAY).findValuesAsString("title"));
	}

	@Test
	void hasTheMigrationsOfH2() {
		try (RunningService h2 = RunningService.shared()) {
			assertThat(jdbc().queryForList(HISTORY)).hasSizeGreaterThan(1)
				.isEqualTo(h2.bean(JdbcTemplate.class).queryForList(HISTORY));
		}
	}

	@Test
	void searchesCaseInsensitively() throws Exception {
		jdbc().update("update webtoon set title = '100% Love!' where publish_day = 'FRIDAY'");
		assertThat(list("/api/v1/webtoon/search?query=LOVE").get("total").asInt()).isEqualTo(45);
	}

	@Override
	void checkOrder(String query, String index) {
		jdbc().execute(
				"""
						insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date, like_count,
							review_count)
						select 'title ' || n, 'b', 'DRAMA', 'WEDNESDAY', 'c', 'd', date '2026-01-01' + n, n, n
						from generate_series(1, 5000) n
						""");
		jdbc().execute("analyze webtoon");
		assertThat(
				String.join("\n", jdbc().queryForList("explain " + query.replace("MONDAY", "WEDNESDAY"), String.class)))
			.contains("Index Scan using " + index + " on webtoon")
			.doesNotContain("Sort");
	}

}
