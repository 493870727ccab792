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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of a publish day's list over HTTP.
 */
class PageTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static RunningService service;

	@BeforeAll
	static void start() {
		// 45 for each day.
		service = RunningService.shared("--yoil.sample-webtoons=315");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void containTheWholeList() throws Exception {
		List<JsonNode> items = new ArrayList<>();
		for (int page = 0; page < 2; page++) {
			JsonNode response = service.json(MONDAY + "&page=" + page);
			assertThat(response.propertyNames()).containsExactly("items", "page", "size", "total");
			assertThat(response.get("page").asInt()).isEqualTo(page);
			assertThat(response.get("size").asInt()).isEqualTo(30);
			assertThat(response.get("total").asInt()).isEqualTo(45);
			assertThat(response.get("items")).hasSize((page == 0) ? 30 : 15);
			response.get("items").forEach(items::add);
		}
		assertThat(items).containsExactlyElementsOf(service.json(MONDAY));
	}

	@ParameterizedTest
	@CsvSource({ "&page=2, 30, 0", "&page=1000000, 30, 0", "&page=0&size=1, 1, 1", "&page=44&size=1, 1, 1",
			"&page=0&size=100, 100, 45", "&page=1&size=44, 44, 1", "&size=7, 7, 7", "&page=0&size=30, 30, 30" })
	void acceptAnotherSizeAndAnyNumber(String parameters, int size, int items) throws Exception {
		JsonNode response = service.json(MONDAY + parameters);
		assertThat(response.get("size").asInt()).isEqualTo(size);
		assertThat(response.get("items")).hasSize(items);
		assertThat(response.get("total").asInt()).isEqualTo(45);
	}

	@Test
	void cacheTheDefaultSizeOnly() throws Exception {
		HttpResponse<String> first = service.get(MONDAY + "&page=1");
		int connections = service.database().connections();
		HttpResponse<String> second = service.get(MONDAY + "&page=1&size=30");
		assertThat(second.body()).isEqualTo(first.body());
		assertThat(second.headers().firstValue("Cache-Status"))
			.contains("findWebtoonPagesByPublishDay; hit; ttl=100; key=\"MONDAY page 1\"");
		assertThat(service.database().connections()).isEqualTo(connections);
		for (int i = 1; i <= 3; i++) {
			HttpResponse<String> uncached = service.get(MONDAY + "&page=1&size=29");
			assertThat(uncached.headers().firstValue("Cache-Status")).isEmpty();
			assertThat(uncached.headers().firstValue("ETag")).isPresent();
			assertThat(service.database().connections()).isEqualTo(connections + i);
		}
	}

	@Test
	void doNotCachePagesBehindTheLast() throws Exception {
		String cache = "/api/v1/cache/findWebtoonPagesByPublishDay";
		service.json(MONDAY + "&page=0");
		long size = service.json(cache).get("size").asLong();
		for (int page = 2; page < 20; page++) {
			assertThat(service.json(MONDAY + "&page=" + page).get("items")).isEmpty();
		}
		assertThat(service.json(cache).get("size").asLong()).isEqualTo(size);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					page=-1                   | 'page' has the invalid value '-1'. Allowed values: whole numbers from 0 to 1000000.
					page=1000001              | 'page' has the invalid value '1000001'
					page=0&size=0             | 'size' has the invalid value '0'. Allowed values: whole numbers from 1 to 100.
					size=-7                   | 'size' has the invalid value '-7'
					""")
	void rejectInvalidNumbers(String parameters, String complaint) throws Exception {
		HttpResponse<String> response = service.get(MONDAY + "&" + parameters);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("Parameter " + complaint);
	}

}
