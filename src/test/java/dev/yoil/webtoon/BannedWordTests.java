package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.webtoon.moderation.BannedWords;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.ErrorResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * The administration of banned words, and that they are refused.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BannedWordTests {

	private static final String WORDS = "/api/v1/admin/banned-words";

	private RunningService service;

	private Administrator administrator;

	@BeforeAll
	void start() {
		this.service = startService();
		this.administrator = new Administrator(this.service);
	}

	RunningService startService() {
		return RunningService.start();
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@AfterEach
	void allowAll() throws Exception {
		this.service.bean(JdbcClient.class).sql("delete from banned_word").update();
		ban("zzzzz");
	}

	@Test
	void areRefusedAtOnceAndUntilTheyAreAllowed() throws Exception {
		BannedWords words = this.service.bean(BannedWords.class);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "너 바보야"));
		String banned = ban("바보").headers().firstValue("Location").orElseThrow();
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "너 바 보"))
			.satisfies(
					(refused) -> assertThat(refused.getBody().getType()).hasToString("urn:yoil:problem:banned-words"))
			.satisfies((refused) -> assertThat(refused.getStatusCode().value()).isEqualTo(422))
			.satisfies((refused) -> assertThat(refused.getBody().getDetail()).contains("'text'").doesNotContain("바보"));
		assertThat(send("PUT", banned, "{\"word\":\"멍청이\"}").statusCode()).isEqualTo(200);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "너 바보야"));
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "멍청이"));
		assertThat(send("DELETE", banned, null).statusCode()).isEqualTo(204);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "멍청이"));
		assertProblem(send("DELETE", banned, null), 404, "unknown-banned-word");
	}

	@Test
	void areListedByPageAndByWhatTheyHaveInThem() throws Exception {
		HttpResponse<String> first = ban("Idiot");
		assertThat(first.statusCode()).isEqualTo(201);
		JsonNode word = JsonMapper.shared().readTree(first.body());
		assertThat(first.headers().firstValue("Location")).contains(WORDS + "/" + word.get("id").asLong());
		assertThat(word.get("createdAt").asString()).isEqualTo("2026-11-21T03:00:00Z");
		ban("바보");
		ban("바 다");
		assertThat(json(WORDS + "/" + word.get("id").asLong())).isEqualTo(word);
		JsonNode page = json(WORDS + "?size=2&page=0&query=%EB%B0%94");
		assertThat(page.get("total").asLong()).isEqualTo(2);
		assertThat(page.get("items").findValuesAsString("word")).containsExactly("바보", "바 다");
		assertThat(json(WORDS + "?query=1DIOT").get("total").asLong()).isEqualTo(1);
		assertThat(json(WORDS + "?query=%25a").get("total").asLong()).isZero();
		assertThat(json(WORDS + "?size=1&page=1").get("items")).hasSize(1);
		assertProblem(send("GET", WORDS + "?query=%25", null), 400, "refused-parameter");
		assertProblem(send("GET", WORDS + "?query=", null), 400, "refused-parameter");
		assertProblem(send("GET", WORDS + "?size=0", null), 400, "refused-parameter");
	}

	@Test
	void areThereOnceInWhateverSpelling() throws Exception {
		ban("바보");
		String other = ban("멍청이").headers().firstValue("Location").orElseThrow();
		assertProblem(ban("ㅂㅏ.ㅂㅗ"), 409, "banned-word-exists");
		assertProblem(send("PUT", other, "{\"word\":\"바 보\"}"), 409, "banned-word-exists");
		assertThat(send("PUT", other, "{\"word\":\"멍 청이\"}").statusCode()).isEqualTo(200);
	}

	@Test
	void areBannedTogetherOrNotAtAll() throws Exception {
		assertThat(batch(IntStream.range(0, 1000).mapToObj((number) -> "word" + letters(number)).toArray(String[]::new))
			.statusCode()).isEqualTo(201);
		assertThat(json(WORDS + "?query=word").get("total").asLong()).isEqualTo(1000);
		assertProblem(batch("다람쥐", "wordaaa"), 409, "banned-word-exists");
		assertProblem(batch("다람쥐", "다 람 쥐"), 409, "banned-word-exists");
		assertProblem(batch("다람쥐", " "), 400, "refused-values");
		assertThat(batch("다람쥐", "...").body()).contains("has no letter");
		assertProblem(send("POST", WORDS + "/batch", "{\"words\":[]}"), 400, "refused-values");
		assertProblem(send("POST", WORDS + "/batch", "{\"words\":[null]}"), 400, "refused-values");
		assertProblem(batch(IntStream.range(0, 1001).mapToObj((number) -> "w" + number).toArray(String[]::new)), 400,
				"refused-values");
		assertThatNoException().isThrownBy(() -> this.service.bean(BannedWords.class).refuse("text", "다람쥐"));
	}

	@Test
	void areFoundWhereTheBodySaysOrWhereWordsOfTheirLengthUsuallyAre() throws Exception {
		assertThat(matchOf(ban("바보"))).isEqualTo("ANYWHERE");
		assertThat(matchOf(ban("년"))).isEqualTo("WHOLE");
		HttpResponse<String> whole = send("POST", WORDS, "{\"word\":\"시발\",\"match\":\"WHOLE\"}");
		assertThat(matchOf(whole)).isEqualTo("WHOLE");
		String path = whole.headers().firstValue("Location").orElseThrow();
		assertThat(json(path)).isEqualTo(JsonMapper.shared().readTree(whole.body()));
		BannedWords words = this.service.bean(BannedWords.class);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "시발역"));
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "아 시발!"));
		assertThat(matchOf(send("PUT", path, "{\"word\":\"시발\"}"))).isEqualTo("ANYWHERE");
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "시발역"));
		assertThat(matchOf(send("PUT", path, "{\"word\":\"ass\",\"match\":\"ANYWHERE\"}"))).isEqualTo("ANYWHERE");
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "class"));
		JsonNode batch = JsonMapper.shared()
			.readTree(send("POST", WORDS + "/batch", "{\"words\":[\"다람쥐\",\"토끼\"],\"match\":\"WHOLE\"}").body());
		assertThat(batch.get("items").findValuesAsString("match")).containsExactly("WHOLE", "WHOLE");
		assertThat(send("POST", WORDS, "{\"word\":\"늑대\",\"match\":\"whole\"}").statusCode()).isEqualTo(400);
	}

	@Test
	void fromBeforeTheyHadAMatchAreFoundByTheirLength() throws Exception {
		this.service.bean(JdbcClient.class)
			.sql("insert into banned_word (word, normalised, created_at) values ('idiot', 'idiot', now()), "
					+ "('ass', 'ass', now())")
			.update();
		assertThat(json(WORDS + "?query=i").at("/items/0/match").asString()).isEqualTo("ANYWHERE");
		assertThat(json(WORDS + "?query=ass").at("/items/0/match").asString()).isEqualTo("WHOLE");
		ban("바보");
		BannedWords words = this.service.bean(BannedWords.class);
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "idiots"));
		assertThatNoException().isThrownBy(() -> words.refuse("text", "class"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"word\":null}", "{\"word\":\"\"}", "{\"word\":\" a\"}", "{\"word\":\"...\"}",
			"{\"word\":\"a\\u0000\"}", "{\"word\":\"\\ud800\"}",
			"{\"word\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
			"{\"word\":\"\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\uFDFA\"}" })
	void haveALetterOrDigit(String body) throws Exception {
		assertProblem(send("POST", WORDS, body), 400, "refused-values");
	}

	@Test
	void areNotMoreThanFitIntoMemory() throws Exception {
		JdbcTemplate jdbc = this.service.bean(JdbcTemplate.class);
		List<Object[]> rows = IntStream.range(0, 1000)
			.mapToObj((number) -> new Object[] { "x", ("%03d".formatted(number)).repeat(100).substring(0, 300) })
			.toList();
		jdbc.batchUpdate("""
				insert into banned_word (word, normalised, match_mode, created_at)
				values (?, ?, 'ANYWHERE', current_timestamp)
				""", rows);
		HttpResponse<String> refused = this.administrator.send("POST", WORDS, "{\"word\":\"광고글\"}");
		assertProblem(refused, 409, "too-many-banned-words");
		assertThat(refused.body()).contains("300014 letters", "room for 300000");
		assertThat(jdbc.queryForObject("select count(*) from banned_word", Long.class)).isEqualTo(1001);
		jdbc.update("delete from banned_word where normalised like '000%'");
		assertThat(this.administrator.send("POST", WORDS, "{\"word\":\"광고글\"}").statusCode()).isEqualTo(201);
	}

	@Test
	void haveNumbers() throws Exception {
		for (String id : new String[] { "0", "-1", "999999999999999999" }) {
			assertProblem(send("GET", WORDS + "/" + id, null), 404, "unknown-banned-word");
			assertProblem(send("PUT", WORDS + "/" + id, "{\"word\":\"a\"}"), 404, "unknown-banned-word");
			assertProblem(send("DELETE", WORDS + "/" + id, null), 404, "unknown-banned-word");
		}
		assertThat(send("POST", WORDS, "{\"word\":\"a\",\"id\":1}").statusCode()).isEqualTo(400);
	}

	private static String letters(int number) {
		return "" + (char) ('a' + number / 100) + (char) ('a' + number / 10 % 10) + (char) ('a' + number % 10);
	}

	private HttpResponse<String> ban(String word) throws Exception {
		return send("POST", WORDS, "{\"word\":\"" + word + "\"}");
	}

	private HttpResponse<String> batch(String... words) throws Exception {
		return send("POST", WORDS + "/batch",
				"{\"words\":[" + IntStream.range(0, words.length)
					.mapToObj((index) -> "\"" + words[index] + "\"")
					.collect(Collectors.joining(",")) + "]}");
	}

	private JsonNode json(String path) throws Exception {
		HttpResponse<String> answer = send("GET", path, null);
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(answer.body());
	}

	private HttpResponse<String> send(String method, String path, String json) throws Exception {
		return this.administrator.send(method, path, json);
	}

	private static String matchOf(HttpResponse<String> answer) {
		return JsonMapper.shared().readTree(answer.body()).get("match").asString();
	}

	private static void assertProblem(HttpResponse<String> answer, int status, String type) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(answer.body()).contains("urn:yoil:problem:" + type);
	}

}
