package dev.yoil.webtoon;

import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The catalog on PostgreSQL: the same answers as on H2.
 */
class PostgresCatalogTests {

	private static final String COUNTS = "update webtoon set like_count = mod(id * 31, 17), review_count = mod(id * 7, 5), "
			+ "rating_sum = mod(id * 7, 5) * 3";

	private static RunningService service;

	private static RunningService withH2;

	@BeforeAll
	static void start() {
		service = RunningService.startPooled("--spring.profiles.active=postgres",
				"--spring.datasource.url=" + PostgresServer.shared().createDatabase(),
				"--YOIL_DB_PASSWORD=" + PostgresServer.PASSWORD, "--yoil.sample-webtoons=700");
		withH2 = RunningService.startPooled("--yoil.sample-webtoons=700");
		service.bean(JdbcTemplate.class).update(COUNTS);
		withH2.bean(JdbcTemplate.class).update(COUNTS);
	}

	@AfterAll
	static void stop() {
		service.close();
		withH2.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/api/v1/webtoon?publishDay=MONDAY&sort=title",
			"/api/v1/webtoon?publishDay=MONDAY&sort=registered", "/api/v1/webtoon?publishDay=MONDAY&sort=likes",
			"/api/v1/webtoon?publishDay=MONDAY&sort=reviews", "/api/v1/webtoon?publishDay=SUNDAY&sort=likes&page=2",
			"/api/v1/webtoon/77", "/api/v1/webtoon/search?query=%EB%B0%B0%EC%9A%B0", "/api/v1/webtoon/search?query=%25",
			"/api/v1/genres" })
	void answersAsOnH2(String path) throws Exception {
		JsonNode answer = service.json(path);
		assertThat(answer).isNotEmpty().isEqualTo(withH2.json(path));
	}

	@Test
	void findsWhateverTheCase() throws Exception {
		service.bean(JdbcTemplate.class).update("update webtoon set title = '100% Love!' where id = 1");
		for (String query : List.of("LOVE", "100%25", "love!")) {
			assertThat(StreamSupport
				.stream(service.json("/api/v1/webtoon/search?query=" + query).get("items").spliterator(), false)
				.map((webtoon) -> webtoon.get("id").asLong())).contains(1L);
		}
	}

	@ParameterizedTest
	@CsvSource({ "webtoon_by_publish_day, title, id", "webtoon_by_registered_date, registered_date desc, id desc",
			"webtoon_by_like_count, like_count desc, id", "webtoon_by_review_count, review_count desc, id" })
	void readsPagesInTheOrderOfAnIndex(String index, String first, String then) {
		JdbcTemplate jdbc = service.bean(JdbcTemplate.class);
		jdbc.execute("analyze webtoon");
		String plan = String.join("\n",
				jdbc.queryForList(
						"explain select title from webtoon where publish_day = 'MONDAY' order by publish_day, " + first
								+ ", " + then + " fetch first 10 rows only",
						String.class));
		assertThat(plan).containsPattern("Index (Only )?Scan using " + index + " ").doesNotContain("Sort");
	}

}
