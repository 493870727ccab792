package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.ArrayList;
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
 * The orders of a publish day's list over HTTP.
 */
class SortTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static RunningService service;

	@BeforeAll
	static void start() {
		// 45 for each day.
		service = RunningService.shared("--yoil.sample-webtoons=315");
		// Each number of likes and of reviews is had by several.
		service.bean(JdbcTemplate.class)
			.update("update webtoon set like_count = mod(id * 31, 17), review_count = mod(id * 7, 5)");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@ParameterizedTest
	@CsvSource({ "title, title, id", "registered, registered_date desc, id desc", "likes, like_count desc, id",
			"reviews, review_count desc, id" })
	void followTheDatabase(String sort, String first, String then) throws Exception {
		List<Long> expected = service.bean(JdbcTemplate.class)
			.queryForList("select id from webtoon where publish_day = 'MONDAY' order by " + first + ", " + then,
					Long.class);
		assertThat(ids(service.json(MONDAY + "&sort=" + sort))).hasSize(45).isEqualTo(expected);
		List<Long> paged = new ArrayList<>();
		for (int page = 0; page < 2; page++) {
			paged.addAll(ids(service.json(MONDAY + "&sort=" + sort + "&page=" + page).get("items")));
		}
		assertThat(paged).isEqualTo(expected);
		assertThat(ids(service.json(MONDAY + "&sort=" + sort + "&page=3&size=7").get("items")))
			.isEqualTo(expected.subList(21, 28));
	}

	@Test
	void defaultToTheTitle() throws Exception {
		assertThat(service.get(MONDAY + "&sort=title").body()).isEqualTo(service.get(MONDAY).body());
		assertThat(service.get(MONDAY + "&sort=likes").body()).isNotEqualTo(service.get(MONDAY).body());
	}

	@Test
	void haveCacheEntriesOfTheirOwn() throws Exception {
		service.get(MONDAY + "&sort=reviews");
		service.get(MONDAY + "&sort=reviews&page=1");
		int connections = service.database().connections();
		assertThat(status(MONDAY + "&sort=reviews")).contains("hit", "key=\"MONDAY by reviews\"");
		assertThat(status(MONDAY + "&sort=reviews&page=1")).contains("hit", "key=\"MONDAY by reviews page 1\"");
		assertThat(service.database().connections()).isEqualTo(connections);
	}

	@ParameterizedTest
	@ValueSource(strings = { "LIKES", "l%C4%B1kes" })
	void rejectUnknownOrders(String sort) throws Exception {
		HttpResponse<String> response = service.get(MONDAY + "&sort=" + sort);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).contains("Parameter 'sort' ", "Allowed values: title, registered, likes, reviews.");
	}

	private static String status(String path) throws Exception {
		return service.get(path).headers().firstValue("Cache-Status").orElseThrow();
	}

	private static List<Long> ids(JsonNode webtoons) {
		return StreamSupport.stream(webtoons.spliterator(), false)
			.map((webtoon) -> webtoon.get("id").asLong())
			.toList();
	}

}
