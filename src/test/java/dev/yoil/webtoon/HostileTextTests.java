package dev.yoil.webtoon;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * SQL and HTML are texts like any other in every field that takes one: they come back as
 * they were written, and do nothing. Reviews have more of them in {@link ReviewTests}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTextTests {

	private static final String WEBTOONS = "/api/v1/admin/webtoons";

	private static final String GENRES = "/api/v1/admin/genres";

	private RunningService service;

	private Administrator administrator;

	@BeforeAll
	void begin() {
		this.service = start();
		this.administrator = new Administrator(this.service);
	}

	RunningService start() {
		return RunningService.shared();
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "'; drop table webtoon; --", "' or '1'='1", "%_!' like '%", "<script>alert(1)</script>",
			"\"><img src=x onerror=y>", "&lt;b&gt; &amp;", "${7*7} #{1} {0} %s" })
	void comesBackAsItWasWritten(String text) throws Exception {
		JsonNode webtoon = created(WEBTOONS, Map.of("title", text, "author", text, "synopsis", text, "genre", "DRAMA",
				"publishDay", "SUNDAY", "registeredDate", "2026-11-21"));
		String id = webtoon.get("id").asString();
		shows(this.service.json("/api/v1/webtoon/" + id), text, "title", "author", "synopsis");
		String query = URLEncoder.encode(text, StandardCharsets.UTF_8);
		JsonNode found = this.service.json("/api/v1/webtoon/search?query=" + query).get("items");
		assertThat(found).hasSize(1);
		shows(found.get(0), text, "title", "author", "synopsis");
		JsonNode administered = read(WEBTOONS + "?publishDay=SUNDAY&query=" + query).get("items");
		assertThat(administered).hasSize(1);
		shows(administered.get(0), text, "title", "author", "synopsis");
		assertThat(this.administrator.send("DELETE", WEBTOONS + "/" + id, null).statusCode()).isEqualTo(204);

		created(GENRES, Map.of("code", "HOSTILE", "label", text, "labelEn", text, "position", 99));
		JsonNode genres = this.service.json("/api/v1/genres");
		shows(genres.get(genres.size() - 1), text, "label", "labelEn");
		assertThat(this.administrator.send("DELETE", GENRES + "/HOSTILE", null).statusCode()).isEqualTo(204);

		JsonNode blocked = created("/api/v1/admin/blocked-addresses", Map.of("address", "192.0.2.1", "reason", text));
		String block = "/api/v1/admin/blocked-addresses/" + blocked.get("id").asString();
		shows(read(block), text, "reason");
		assertThat(this.administrator.send("DELETE", block, null).statusCode()).isEqualTo(204);
	}

	@ParameterizedTest
	@ValueSource(strings = { "'; drop table webtoon; --", "' or '1'='1", "<script>alert(1)</script>" })
	void isBannedLikeAnyOtherText(String text) throws Exception {
		JsonNode word = created("/api/v1/admin/banned-words", Map.of("word", text));
		String path = "/api/v1/admin/banned-words/" + word.get("id").asString();
		shows(read(path), text, "word");
		HttpResponse<String> refused = new Reader(this.service).send("POST", "/api/v1/webtoon/1/reviews",
				Reader.review("독자", 3, text));
		assertThat(refused.statusCode()).isEqualTo(422);
		assertThat(this.administrator.send("DELETE", path, null).statusCode()).isEqualTo(204);
		assertThat(this.service.json("/api/v1/webtoon?publishDay=MONDAY")).hasSize(10);
	}

	private JsonNode created(String path, Map<String, ?> body) throws Exception {
		HttpResponse<String> answer = this.administrator.send("POST", path,
				JsonMapper.shared().writeValueAsString(body));
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
		return JsonMapper.shared().readTree(answer.body());
	}

	private JsonNode read(String path) throws Exception {
		HttpResponse<String> answer = this.administrator.send("GET", path, null);
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(answer.body());
	}

	private static void shows(JsonNode shown, String text, String... fields) {
		assertThat(List.of(fields)).allSatisfy((field) -> assertThat(shown.get(field).asString()).isEqualTo(text));
	}

}
