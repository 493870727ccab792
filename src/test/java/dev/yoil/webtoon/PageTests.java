package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of a publish day's list over HTTP.
 */
class PageTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static RunningService service;

	@BeforeAll
	static void start() {
		// A hundred for each day.
		service = RunningService.shared("--yoil.sample-webtoons=700");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void areTogetherTheWholeList() throws Exception {
		List<JsonNode> items = new ArrayList<>();
		for (int page = 0; page < 4; page++) {
			JsonNode answer = service.json(MONDAY + "&page=" + page);
			assertThat(answer.propertyNames()).containsExactly("items", "page", "size", "total");
			assertThat(answer.get("page").asInt()).isEqualTo(page);
			assertThat(answer.get("size").asInt()).isEqualTo(30);
			assertThat(answer.get("total").asInt()).isEqualTo(100);
			assertThat(answer.get("items")).hasSize((page < 3) ? 30 : 10);
			answer.get("items").forEach(items::add);
		}
		assertThat(items).containsExactlyElementsOf(service.json(MONDAY));
	}

	@ParameterizedTest
	@CsvSource({ "&page=4, 30, 0", "&page=1000000, 30, 0", "&page=0&size=1, 1, 1", "&page=99&size=1, 1, 1",
			"&page=0&size=100, 100, 100", "&page=1&size=99, 99, 1", "&size=7, 7, 7", "&page=0&size=30, 30, 30" })
	void mayHaveAnotherSizeOrLieBehindTheLast(String parameters, int size, int items) throws Exception {
		JsonNode answer = service.json(MONDAY + parameters);
		assertThat(answer.get("size").asInt()).isEqualTo(size);
		assertThat(answer.get("items")).hasSize(items);
		assertThat(answer.get("total").asInt()).isEqualTo(100);
	}

	@Test
	void areCachedInTheUsualSizeOnly() throws Exception {
		HttpResponse<String> first = service.get(MONDAY + "&page=2");
		int connections = service.database().connections();
		HttpResponse<String> second = service.get(MONDAY + "&page=2&size=30");
		assertThat(second.body()).isEqualTo(first.body());
		assertThat(second.headers().firstValue("Cache-Status"))
			.contains("findWebtoonPagesByPublishDay; hit; ttl=100; key=\"MONDAY page 2\"");
		assertThat(service.database().connections()).isEqualTo(connections);
		for (int i = 1; i <= 3; i++) {
			HttpResponse<String> uncached = service.get(MONDAY + "&page=2&size=29");
			assertThat(uncached.headers().firstValue("Cache-Status")).isEmpty();
			assertThat(uncached.headers().firstValue("ETag")).isPresent();
			assertThat(service.database().connections()).isEqualTo(connections + i);
		}
	}

	@Test
	void areNotKeptBehindTheLast() throws Exception {
		String cache = "/api/v1/cache/findWebtoonPagesByPublishDay";
		service.json(MONDAY + "&page=0");
		long size = service.json(cache).get("size").asLong();
		for (int page = 4; page < 20; page++) {
			assertThat(service.json(MONDAY + "&page=" + page).get("items")).isEmpty();
		}
		assertThat(service.json(cache).get("size").asLong()).isEqualTo(size);
	}

	@Test
	void areReadInTheOrderOfAnIndex() {
		String plan = service.bean(JdbcTemplate.class)
			.queryForObject("explain select title from webtoon where publish_day = 'MONDAY' "
					+ "order by publish_day, title, id fetch first 30 rows only", String.class);
		assertThat(plan).contains("WEBTOON_BY_PUBLISH_DAY", "index sorted");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					page=-1                   | 'page' has the invalid value '-1'. Allowed values: whole numbers from 0 to 1000000.
					page=1.5                  | 'page' has the invalid value '1.5'
					page=x                    | 'page' has the invalid value 'x'
					page=1000001              | 'page' has the invalid value '1000001'
					page=99999999999999999999 | 'page' has the invalid value '99999999999999999999'
					page=0&size=0             | 'size' has the invalid value '0'. Allowed values: whole numbers from 1 to 100.
					page=0&size=101           | 'size' has the invalid value '101'
					size=-7                   | 'size' has the invalid value '-7'
					size=1e1                  | 'size' has the invalid value '1e1'
					""")
	void refuseBadNumbers(String parameters, String complaint) throws Exception {
		HttpResponse<String> answer = service.get(MONDAY + "&" + parameters);
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(answer.body()).contains("Parameter " + complaint);
	}

	@Test
	void refuseAMissingDay() throws Exception {
		assertThat(service.get("/api/v1/webtoon?page=0").statusCode()).isEqualTo(400);
	}

}
