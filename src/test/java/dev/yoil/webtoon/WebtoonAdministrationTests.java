package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The administration of webtoons over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebtoonAdministrationTests {

	private static final String WEBTOONS = "/api/v1/admin/webtoons";

	private static final String EMOJI = "😀";

	@RegisterExtension
	private final RunningService service = startService();

	private final Administrator administrator = new Administrator(this.service);

	RunningService startService() {
		return RunningService.shared();
	}

	@Test
	void creates() throws Exception {
		// Already Sunday in Seoul.
		this.service.clock().set(Instant.parse("2026-11-21T15:30:00Z"));
		HttpResponse<String> response = send("POST", WEBTOONS, draft("publishDay", "월").toString());
		assertThat(response.statusCode()).isEqualTo(201);
		JsonNode created = json(response);
		long id = created.get("id").asLong();
		assertThat(id).isGreaterThan(70);
		assertThat(created).isEqualTo(JsonMapper.shared().readTree("""
				{ "id": %d, "title": "제목", "author": "작가", "genre": "DRAMA", "publishDay": "MONDAY",
				  "thumbnail": "/thumbnails/pictures.svg#%d", "synopsis": "첫 줄\\n둘째 줄", "registeredDate": "2026-11-22" }
				""".formatted(id, id % 23)));
		assertThat(response.headers().firstValue("Location")).contains(WEBTOONS + "/" + id);
		HttpResponse<String> read = send("GET", WEBTOONS + "/" + id, null);
		assertThat(json(read)).isEqualTo(created);
		assertThat(read.headers().firstValue("ETag")).isPresent().isEqualTo(response.headers().firstValue("ETag"));
		JsonNode shown = this.service.json("/api/v1/webtoon/" + id);
		for (String field : created.propertyNames()) {
			assertThat(shown.get(field)).isEqualTo(created.get(field));
		}
		assertThat(shown.get("likes").asLong()).isZero();
		assertThat(this.service.get(created.get("thumbnail").asString()).statusCode()).isEqualTo(200);
	}

	@Test
	void updatesAndKeepsTheCounts() throws Exception {
		String path = created();
		long id = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
		this.service.bean(JdbcTemplate.class).update("update webtoon set like_count = 5 where id = ?", id);
		ObjectNode draft = draft("registeredDate", "2020-02-29").put("title", "다른 제목")
			.put("author", "다른 작가")
			.put("genre", "SPORTS")
			.put("publishDay", "fri")
			.put("synopsis", "다른 줄거리");
		HttpResponse<String> response = send("PUT", path, draft.toString());
		assertThat(response.statusCode()).isEqualTo(200);
		JsonNode expected = draft.put("id", id)
			.put("publishDay", "FRIDAY")
			.put("thumbnail", "/thumbnails/pictures.svg#" + id % 23);
		assertThat(json(response)).isEqualTo(JsonMapper.shared().readTree(expected.toString()));
		assertThat(json(send("GET", path, null))).isEqualTo(json(response));
		assertThat(this.service.json("/api/v1/webtoon/" + id).get("likes").asLong()).isEqualTo(5);
	}

	@Test
	void deletes() throws Exception {
		String path = created();
		HttpResponse<String> response = send("DELETE", path, null);
		assertThat(response.statusCode()).isEqualTo(204);
		assertThat(response.body()).isEmpty();
		for (String method : List.of("GET", "DELETE")) {
			assertProblem(send(method, path, null), 404, "unknown-webtoon", "There is no webtoon with this number.");
		}
		assertProblem(send("PUT", path, draft("registeredDate", "2026-01-01").toString()), 404, "unknown-webtoon", "");
	}

	@Test
	void listsAndSearches() throws Exception {
		send("POST", WEBTOONS, draft("title", "Only 50%_!").put("publishDay", "TUESDAY").toString());
		JsonNode found = list("?query=50%25_!");
		assertThat(found.propertyNames()).containsExactly("items", "page", "size", "total");
		assertThat(found.get("total").asLong()).isOne();
		assertThat(found.get("items").get(0).propertyNames()).containsExactlyInAnyOrder("id", "title", "author",
				"genre", "publishDay", "thumbnail", "synopsis", "registeredDate", "likes", "reviews", "rating");
		assertThat(list("?query=only%2050&publishDay=TUE").get("total").asLong()).isOne();
		assertThat(list("?query=only%2050&publishDay=MON").get("total").asLong()).isZero();
		long all = this.service.bean(JdbcTemplate.class).queryForObject("select count(*) from webtoon", Long.class);
		List<JsonNode> items = new ArrayList<>();
		for (int page = 0; page * 30L < all; page++) {
			JsonNode part = list("?page=" + page);
			assertThat(part.get("total").asLong()).isEqualTo(all);
			part.get("items").forEach(items::add);
		}
		assertThat(items).hasSize((int) all)
			.doesNotHaveDuplicates()
			.extracting((item) -> item.get("title").asString())
			.isSorted();
	}

	@ParameterizedTest
	@CsvSource({ "genre, NOVEL", "registeredDate, 1899-12-31" })
	void rejectsInvalidValues(String field, String value) throws Exception {
		String draft = draft(field, value).toString();
		assertProblem(send("POST", WEBTOONS, draft), 400, "refused-values", "'" + field + "' must ");
		assertProblem(send("PUT", WEBTOONS + "/1", draft), 400, "refused-values", "");
	}

	@Test
	void namesAllInvalidFields() throws Exception {
		assertProblem(send("POST", WEBTOONS, "{}"), 400, "refused-values",
				"Invalid fields: 'author' must have 1 to 100 characters, not only spaces; 'genre' must be the code of an "
						+ "existing genre; 'publishDay' must be a day of the week; 'synopsis' must have 1 to 1000 characters, "
						+ "not only spaces; 'title' must have 1 to 200 characters, not only spaces.");
		assertProblem(send("PUT", WEBTOONS + "/1", "{}"), 400, "refused-values", "'registeredDate' must be a date");
	}

	@Test
	void storesTextsOfMaximumLength() throws Exception {
		ObjectNode draft = draft("title", EMOJI.repeat(200)).put("author", EMOJI.repeat(100))
			.put("synopsis", EMOJI.repeat(1000));
		HttpResponse<String> response = send("POST", WEBTOONS, draft.toString());
		assertThat(response.statusCode()).isEqualTo(201);
		JsonNode read = json(send("GET", response.headers().firstValue("Location").orElseThrow(), null));
		for (String field : List.of("title", "author", "synopsis")) {
			assertThat(read.get(field)).isEqualTo(draft.get(field));
		}
		assertProblem(send("POST", WEBTOONS, draft("title", EMOJI.repeat(201)).toString()), 400, "refused-values",
				"'title' must have 1 to 200 characters");
	}

	@Test
	void rejectsAnUpdateOfAnOldVersion() throws Exception {
		String path = created();
		String seen = etag(path);
		String mine = draft("title", "mine").put("registeredDate", "2026-01-01").toString();
		String theirs = draft("title", "theirs").put("registeredDate", "2026-01-01").toString();
		assertThat(send("PUT", path, theirs, "If-Match", seen).statusCode()).isEqualTo(200);
		for (String method : List.of("PUT", "DELETE")) {
			assertProblem(send(method, path, method.equals("PUT") ? mine : null, "If-Match", seen), 412,
					"changed-meanwhile", "Read it again and repeat the change if it still applies.");
		}
		assertThat(json(send("GET", path, null)).get("title").asString()).isEqualTo("theirs");
		assertThat(send("PUT", path, mine, "If-Match", "\"other\", " + etag(path)).statusCode()).isEqualTo(200);
		String zipped = send("GET", path, null, "Accept-Encoding", "gzip").headers().firstValue("ETag").orElseThrow();
		assertThat(send("PUT", path, theirs, "If-Match", zipped).statusCode()).isEqualTo(200);
		for (String other : List.of("W/" + etag(path), "\"other\"", etag(path).replace("\"", ""))) {
			assertThat(send("PUT", path, mine, "If-Match", other).statusCode()).isEqualTo(412);
		}
		assertThat(send("PUT", path, mine).statusCode()).isEqualTo(200);
		assertThat(send("DELETE", path, null, "If-Match", "*").statusCode()).isEqualTo(204);
	}

	@Test
	void acceptsAnUpdateAfterALike() throws Exception {
		String path = created();
		String seen = etag(path);
		assertThat(this.service.bean(JdbcTemplate.class)
			.update("update webtoon set like_count = like_count + 1 where id = ?",
					Long.valueOf(path.substring(path.lastIndexOf('/') + 1))))
			.isOne();
		assertThat(etag(path)).isEqualTo(seen);
		assertThat(send("DELETE", path, null, "If-Match", seen).statusCode()).isEqualTo(204);
	}

	@Test
	void acceptsOneOfManyConcurrentUpdates() throws Exception {
		String path = created();
		String seen = etag(path);
		CyclicBarrier start = new CyclicBarrier(8);
		ExecutorService writers = Executors.newFixedThreadPool(8);
		List<Callable<Integer>> updates = IntStream.range(0, 8).<Callable<Integer>>mapToObj((number) -> () -> {
			String draft = draft("title", "by " + number).put("registeredDate", "2026-01-01").toString();
			start.await();
			return send("PUT", path, draft, "If-Match", seen).statusCode();
		}).toList();
		List<Integer> responses = new ArrayList<>();
		for (Future<Integer> update : writers.invokeAll(updates)) {
			responses.add(update.get());
		}
		writers.shutdown();
		assertThat(responses).hasSize(8).containsOnlyOnce(200).containsOnly(200, 412);
	}

	private String created() throws Exception {
		HttpResponse<String> response = send("POST", WEBTOONS, draft("title", "처음").toString());
		return response.headers().firstValue("Location").orElseThrow();
	}

	private String etag(String path) throws Exception {
		return send("GET", path, null).headers().firstValue("ETag").orElseThrow();
	}

	private JsonNode list(String parameters) throws Exception {
		return json(send("GET", WEBTOONS + parameters, null));
	}

	private HttpResponse<String> send(String method, String path, @Nullable String json, String... headers)
			throws Exception {
		return this.administrator.send(method, path, json, headers);
	}

	private static ObjectNode draft(String field, @Nullable String value) {
		return JsonMapper.shared()
			.createObjectNode()
			.put("title", "제목")
			.put("author", "작가")
			.put("genre", "DRAMA")
			.put("publishDay", "MONDAY")
			.put("synopsis", "첫 줄\n둘째 줄")
			.put(field, value);
	}

	private static JsonNode json(HttpResponse<String> response) {
		return JsonMapper.shared().readTree(response.body());
	}

	private static void assertProblem(HttpResponse<String> response, int status, String type, String detail) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		JsonNode problem = json(response);
		assertThat(problem.get("type").asString()).isEqualTo("urn:yoil:problem:" + type);
		assertThat(problem.get("detail").asString()).contains(detail);
	}

}
