package dev.yoil.webtoon;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.StreamSupport;

import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.cache.CacheManager;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same requests on PostgreSQL and on H2. The default order of the server is Korean.
 */
class PostgresContractTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String HISTORY = """
			select "version", "description", "type", "script", "checksum", "success"
			from "flyway_schema_history" where "version" is not null order by "installed_rank"
			""";

	private static final String COUNTS = "update webtoon set like_count = mod(id * 31, 17), review_count = mod(id * 7, 5), "
			+ "rating_sum = mod(id * 7, 5) * 3";

	// By code point. By the rules of Korean, a would stand beside A, and Hangul before
	// Latin.
	private static final List<String> TITLES = List.of("", " 가", "!가", "10화", "1화", "2화", "A", "A B", "AB", "B", "Z",
			"a", "b", "z", "É", "é", "ア", "ㄱ", "一", "丁", "가", "가 나", "가!", "가가", "가나", "각", "각 하나", "나", "나-비", "나비",
			"힣", "！");

	private static RunningService postgres;

	private static RunningService h2;

	@BeforeAll
	static void start() {
		postgres = RunningService.startPooled(
				PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=315"));
		h2 = RunningService.shared("--yoil.sample-webtoons=315");
		onBoth(COUNTS);
	}

	@AfterAll
	static void stop() {
		postgres.close();
		h2.close();
	}

	private static void onBoth(String sql, Object... arguments) {
		postgres.bean(JdbcTemplate.class).update(sql, arguments);
		h2.bean(JdbcTemplate.class).update(sql, arguments);
	}

	private static void assertSame(String path) throws Exception {
		assertThat(postgres.json(path)).isNotEmpty().isEqualTo(h2.json(path));
	}

	@ParameterizedTest
	@ValueSource(strings = { MONDAY + "&sort=title", MONDAY + "&sort=registered", MONDAY + "&sort=likes",
			MONDAY + "&sort=reviews", "/api/v1/webtoon?publishDay=SUNDAY&sort=likes&page=2", "/api/v1/webtoon/77",
			"/api/v1/webtoon/search?query=%EB%B0%B0%EC%9A%B0", "/api/v1/webtoon/search?query=%25", "/api/v1/genres" })
	void readsTheSame(String path) throws Exception {
		assertSame(path);
	}

	@Test
	void hasTheSameMigrations() throws Exception {
		assertThat(postgres.json("/actuator/health").at("/status").asString()).isEqualTo("UP");
		assertThat(postgres.bean(JdbcTemplate.class).queryForList(HISTORY)).hasSizeGreaterThan(1)
			.isEqualTo(h2.bean(JdbcTemplate.class).queryForList(HISTORY));
	}

	@Test
	void searchesCaseInsensitively() throws Exception {
		onBoth("update webtoon set title = '100% Love!' where id = 4");
		for (String query : List.of("LOVE", "100%25", "love!")) {
			JsonNode found = postgres.json("/api/v1/webtoon/search?query=" + query).get("items");
			assertThat(found).anySatisfy((webtoon) -> assertThat(webtoon.get("id").asLong()).isEqualTo(4));
		}
	}

	@Test
	void ordersTitlesByCodePoint() throws Exception {
		onBoth("delete from webtoon where publish_day = 'TUESDAY'");
		List<String> twice = new ArrayList<>(TITLES);
		twice.addAll(TITLES);
		Collections.shuffle(twice, new Random(1));
		twice.forEach((title) -> insert("TUESDAY", title));
		String tuesday = "/api/v1/webtoon?publishDay=TUESDAY";
		List<String> listed = titles(postgres.json(tuesday));
		assertThat(listed).isEqualTo(TITLES.stream().flatMap((title) -> List.of(title, title).stream()).toList());
		for (int page = 0; page < 3; page++) {
			assertSame(tuesday + "&page=" + page);
		}
		assertThat(postgres.bean(JdbcTemplate.class)
			.queryForList(
					"select title from webtoon where publish_day = 'TUESDAY' order by title collate \"default\", id",
					String.class))
			.as("what the server would do otherwise")
			.containsExactlyInAnyOrderElementsOf(twice)
			.isNotEqualTo(listed);
	}

	/**
	 * The one difference: H2 compares the halves in which Java keeps what lies beyond the
	 * first 65,536 characters, so emoji stand before the last 8,192 of those.
	 */
	@Test
	void ordersEmojiAfterFullWidthSignsUnlikeH2() throws Exception {
		onBoth("delete from webtoon where publish_day = 'WEDNESDAY'");
		List.of("힣", "！", "😀").forEach((title) -> insert("WEDNESDAY", title));
		String wednesday = "/api/v1/webtoon?publishDay=WEDNESDAY";
		assertThat(titles(postgres.json(wednesday))).containsExactly("힣", "！", "😀");
		assertThat(titles(h2.json(wednesday))).containsExactly("힣", "😀", "！");
	}

	private static List<String> titles(JsonNode list) {
		return StreamSupport.stream(list.spliterator(), false)
			.map((webtoon) -> webtoon.get("title").asString())
			.toList();
	}

	private static void insert(String day, String title) {
		onBoth("""
				insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
				values (?, 'b', 'DRAMA', ?, 'c', 'd', date '2026-01-01')
				""", title, day);
	}

	/**
	 * What a visitor and the administrator write, hostile texts and what exists already
	 * among it.
	 */
	@Test
	void writesTheSame() throws Exception {
		assertThat(written(postgres)).isEqualTo(written(h2));
	}

	private static List<String> written(RunningService service) throws Exception {
		Conversation said = new Conversation(service);
		String webtoon = "/api/v1/webtoon/5";
		for (String method : List.of("PUT", "PUT", "GET", "DELETE", "DELETE", "PUT")) {
			said.visitor(method, webtoon + "/like", null);
		}
		String review = webtoon + "/reviews/" + said.visitor("POST", webtoon + "/reviews",
				Reader.review("'; drop table review; --", 4, "%_!' ${7*7}"));
		said.visitor("PUT", review, Reader.review("\"><img>", 2, "<script>alert(1)</script> 😀"));
		said.visitor("GET", webtoon + "/reviews", null);
		said.visitor("GET", webtoon, null);
		said.visitor("GET", "/api/v1/ranking/daily", null);
		said.visitor("GET", "/api/v1/ranking/weekly", null);
		said.visitor("DELETE", review, null);
		said.visitor("GET", webtoon, null);
		for (String text : List.of("'; drop table webtoon; --", "' or '1'='1", "%_!' like '%")) {
			String draft = JsonMapper.shared()
				.writeValueAsString(Map.of("title", text, "author", text, "synopsis", text, "genre", "DRAMA",
						"publishDay", "SUNDAY", "registeredDate", "2026-11-21"));
			String id = said.administrator("POST", "/api/v1/admin/webtoons", draft);
			said.visitor("GET", "/api/v1/webtoon/search?query=" + URLEncoder.encode(text, StandardCharsets.UTF_8),
					null);
			said.administrator("PUT", "/api/v1/admin/webtoons/" + id, draft.replace("SUNDAY", "FRIDAY"));
			said.administrator("DELETE", "/api/v1/admin/webtoons/" + id, null);
		}
		String genre = "{\"code\":\"NEW\",\"label\":\"' or ''='\",\"labelEn\":\"x\",\"position\":99}";
		for (String method : List.of("POST", "POST")) {
			said.administrator(method, "/api/v1/admin/genres", genre);
		}
		said.administrator("DELETE", "/api/v1/admin/genres/NEW", null);
		said.administrator("DELETE", "/api/v1/admin/genres/DRAMA", null);
		for (String word : List.of("Idiot", "I.D.I.O.T", "' or '1'='1")) {
			said.administrator("POST", "/api/v1/admin/banned-words", "{\"word\":\"" + word + "\"}");
		}
		said.administrator("GET", "/api/v1/admin/banned-words?query=idiot", null);
		for (String address : List.of("198.51.100.7", "::ffff:198.51.100.7", "2001:db8::/48")) {
			said.administrator("POST", "/api/v1/admin/blocked-addresses",
					"{\"address\":\"" + address + "\",\"reason\":\"'\"}");
		}
		said.administrator("GET", "/api/v1/admin/blocked-addresses", null);
		return said.answers;
	}

	/**
	 * Notes what a service answers; numbers of rows and entity tags may be others.
	 */
	private static final class Conversation {

		private final Reader reader;

		private final Administrator administrator;

		private final List<String> answers = new ArrayList<>();

		Conversation(RunningService service) {
			this.reader = new Reader(service);
			this.administrator = new Administrator(service);
			service.bean(CacheManager.class).resetCaches();
		}

		String visitor(String method, String path, @Nullable String json) throws Exception {
			return note(method, path, this.reader.send(method, path, json));
		}

		String administrator(String method, String path, @Nullable String json) throws Exception {
			return note(method, path, this.administrator.send(method, path, json));
		}

		/** Returns the number of what was created. */
		private String note(String method, String path, HttpResponse<String> response) {
			this.answers.add((method + " " + path + ": " + response.statusCode() + " " + response.body())
				.replaceAll("/\\d{3,}|(\"id\":|/thumbnails/|instance\":\"[^\"]*/)\\d+", "$1N"));
			JsonNode body = response.body().startsWith("{") ? JsonMapper.shared().readTree(response.body()) : null;
			return (body != null && body.has("id")) ? body.get("id").asString() : "";
		}

	}

}
