package dev.yoil.webtoon;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The lists on PostgreSQL. The default order of the server is Korean.
 */
@Tag("full")
class PostgresListTests extends ListTests {

	// By code point. By the rules of Korean, a would stand beside A, and Hangul before
	// Latin.
	private static final List<String> TITLES = List.of("", " 가", "!가", "10화", "1화", "2화", "A", "A B", "AB", "B", "Z",
			"a", "b", "z", "É", "é", "ア", "ㄱ", "一", "丁", "가", "가 나", "가!", "가가", "가나", "각", "각 하나", "나", "나-비", "나비",
			"힣", "！", "😀");

	@Override
	RunningService start() {
		return RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=315"));
	}

	@Test
	void ordersTitlesByCodePoint() throws Exception {
		jdbc().update("delete from webtoon where publish_day = 'TUESDAY'");
		List<String> titles = new ArrayList<>(TITLES);
		Collections.shuffle(titles, new Random(1));
		titles.forEach((title) -> jdbc().update("""
				insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
				values (?, 'b', 'DRAMA', 'TUESDAY', 'c', 'd', date '2026-01-01')
				""", title));
		assertThat(list("/api/v1/webtoon?publishDay=TUESDAY").findValuesAsString("title")).isEqualTo(TITLES);
		assertThat(jdbc().queryForList(
				"select title from webtoon where publish_day = 'TUESDAY' order by title collate \"default\", id",
				String.class))
			.as("what the server would do otherwise")
			.isNotEqualTo(TITLES);
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
