package dev.yoil.webtoon;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Details of a webtoon, and search.
 */
class DetailsAndSearchTests {

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	@BeforeAll
	static void start() {
		JdbcTemplate jdbc = service.bean(JdbcTemplate.class);
		jdbc.update("delete from webtoon");
		jdbc.execute("alter table webtoon alter column id restart with 1");
		String insert = """
				insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date,
					like_count, review_count, rating_sum)
				values (?, ?, 'DRAMA', 'MONDAY', '/thumbnails/1.svg', 's', date '2026-02-03', ?, ?, ?)
				""";
		jdbc.update(insert, "100% Love", "Kim", 7, 3, 13);
		jdbc.update(insert, "1000 Loves", "KIM", 0, 0, 0);
		jdbc.update(insert, "무명_배우!", "하얀잉크", 1, 2, 9);
		jdbc.update(insert, "무명 배우", "lovely", 0, 1, 5);
	}

	@Test
	void showsCountsAndTheMeanRating() throws Exception {
		assertThat(service.json("/api/v1/webtoon/1").toString())
			.isEqualTo("{\"id\":1,\"title\":\"100% Love\",\"author\":\"Kim\","
					+ "\"genre\":\"DRAMA\",\"publishDay\":\"MONDAY\",\"thumbnail\":\"/thumbnails/1.svg\",\"synopsis\":\"s\","
					+ "\"registeredDate\":\"2026-02-03\",\"likes\":7,\"reviews\":3,\"rating\":4.33}");
		assertThat(service.json("/api/v1/webtoon/2").get("rating").isNull()).isTrue();
		assertThat(service.json("/api/v1/webtoon/3").get("rating").asDouble()).isEqualTo(4.5);
	}

	@ParameterizedTest
	@CsvSource({ "0, unknown-webtoon", "5, unknown-webtoon", "999999999999999999, unknown-webtoon",
			"-1, unknown-webtoon", "x, not-found", "1.0, not-found", "9999999999999999999, not-found",
			"x/like, not-found", "1/reviews/x, not-found", "5/like, unknown-webtoon", "5/reviews, unknown-webtoon",
			"5/reviews/1, unknown-webtoon" })
	void returnsNotFound(String id, String type) throws Exception {
		HttpResponse<String> response = service.get("/api/v1/webtoon/" + id);
		assertThat(response.statusCode()).isEqualTo(404);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("urn:yoil:problem:" + type);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			100%     | 1
			%        | 1
			_        | 3
			!        | 3
			love     | 1, 2, 4
			LOVE     | 1, 2, 4
			kim      | 1, 2
			배우       | 4, 3
			무명 배우    | 4
			하얀       | 3
			nothing  |
			' love ' | 1, 2, 4
			""")
	void findsTextsInTitlesAndAuthors(String query, String ids) throws Exception {
		JsonNode page = search(query);
		assertThat(page.propertyNames()).containsExactly("items", "page", "size", "total");
		List<String> found = StreamSupport.stream(page.get("items").spliterator(), false)
			.map((webtoon) -> webtoon.get("id").asString())
			.toList();
		assertThat(String.join(", ", found)).isEqualTo((ids != null) ? ids : "");
		assertThat(page.get("total").asInt()).isEqualTo(found.size());
	}

	@Test
	void returnsPages() throws Exception {
		JsonNode page = service.json("/api/v1/webtoon/search?query=love&page=1&size=2");
		assertThat(page.get("items")).hasSize(1);
		assertThat(page.get("total").asInt()).isEqualTo(3);
	}

	@Test
	void doesNotCacheSearches() throws Exception {
		int connections = service.database().connections();
		search("love");
		HttpResponse<String> second = service.get("/api/v1/webtoon/search?query=love");
		assertThat(second.headers().firstValue("Cache-Status")).isEmpty();
		assertThat(service.database().connections()).isEqualTo(connections + 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "query=%20%20", "query=a%00b" })
	void rejectsInvalidSearches(String parameters) throws Exception {
		HttpResponse<String> response = service.get("/api/v1/webtoon/search?" + parameters);
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).contains("Parameter '");
	}

	private static JsonNode search(String query) throws Exception {
		return service.json("/api/v1/webtoon/search?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
	}

}
