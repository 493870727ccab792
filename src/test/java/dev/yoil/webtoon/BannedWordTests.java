package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.webtoon.moderation.BannedWords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.ErrorResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Banned words over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BannedWordTests {

	private static final String WORDS = "/api/v1/admin/banned-words";

	private static final String REVIEWS = "/api/v1/webtoon/1/reviews";

	@RegisterExtension
	private final RunningService service = RunningService.shared();

	private final Administrator administrator = new Administrator(this.service);

	@AfterEach
	void removeWords() throws Exception {
		this.service.bean(JdbcClient.class).sql("delete from banned_word").update();
		ban("zzzzz");
	}

	@Test
	void rejectsAWordUntilItIsDeleted() throws Exception {
		BannedWords words = this.service.bean(BannedWords.class);
		String banned = ban("바보").headers().firstValue("Location").orElseThrow();
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "너 바 보"));
		assertThat(send("PUT", banned, "{\"word\":\"멍청이\"}").statusCode()).isEqualTo(200);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "너 바보야"));
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "멍청이"));
		assertThat(send("DELETE", banned, null).statusCode()).isEqualTo(204);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "멍청이"));
		for (String gone : new String[] { banned, WORDS + "/0", WORDS + "/999999999999999999" }) {
			assertProblem(send("GET", gone, null), 404, "unknown-banned-word");
			assertProblem(send("PUT", gone, "{\"word\":\"a\"}"), 404, "unknown-banned-word");
			assertProblem(send("DELETE", gone, null), 404, "unknown-banned-word");
		}
		assertThat(send("GET", WORDS + "/x", null).statusCode()).isEqualTo(404);
		for (String method : List.of("GET", "PUT", "DELETE")) {
			HttpResponse<String> refused = send(method, WORDS + "/batch",
					method.equals("PUT") ? "{\"word\":\"a\"}" : null);
			assertProblem(refused, 405, "method-not-allowed");
			assertThat(refused.headers().allValues("Allow")).containsExactly("POST");
		}
		assertThat(send("POST", WORDS, "{\"word\":\"a\",\"id\":1}").statusCode()).isEqualTo(400);
	}

	@ParameterizedTest
	@CsvSource({ "text, 독자, 이건 나쁜말 이에요", "nickname, 나쁜말, 재미있어요", "text, 독자, 나 쁜 말" })
	void rejectsReviewsAndKeepsExistingOnes(String field, String nickname, String text) throws Exception {
		Reader reader = new Reader(this.service);
		JsonNode posted = reader.json(201, "POST", REVIEWS, Reader.review("독자", 3, "나쁜말 이에요"));
		String own = REVIEWS + "/" + posted.get("id").asLong();
		ban("나쁜말");
		for (HttpResponse<String> refused : List.of(
				new Reader(this.service).send("POST", REVIEWS, Reader.review(nickname, 5, text)),
				reader.send("PUT", own, Reader.review(nickname, 5, text)))) {
			assertProblem(refused, 422, "banned-words");
			assertThat(refused.body()).contains("'" + field + "' contains words").doesNotContain("나쁜말", "나 쁜 말");
		}
		assertThat(reader.get(own)).isEqualTo(posted);
		assertThat(reader.get("/api/v1/webtoon/1").get("reviews").asLong()).isOne();
		assertThat(reader.send("DELETE", own, null).statusCode()).isEqualTo(204);
	}

	@Test
	void listsAndSearchesWords() throws Exception {
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
		assertThat(json(WORDS + "?query=I+Di").get("total").asLong()).isEqualTo(1);
		assertThat(json(WORDS + "?query=none").get("total").asLong()).isZero();
		assertThat(json(WORDS + "?size=1&page=1").get("items").findValuesAsString("word")).containsExactly("Idiot");
		assertProblem(send("GET", WORDS + "?size=0", null), 400, "refused-parameter");
	}

	@Test
	void addsABatchCompletelyOrNotAtAll() throws Exception {
		assertThat(batch(IntStream.range(0, 1000).mapToObj((number) -> "word" + number).toArray(String[]::new))
			.statusCode()).isEqualTo(201);
		assertThat(json(WORDS + "?query=word").get("total").asLong()).isEqualTo(1000);
		assertProblem(batch("다람쥐", "Word.500"), 409, "banned-word-exists");
		assertProblem(batch("다람쥐", "다 람 쥐"), 409, "banned-word-exists");
		assertProblem(batch("다람쥐", " "), 400, "refused-values");
		assertThat(batch("다람쥐", "...").body()).contains("has no letter");
		assertProblem(send("POST", WORDS + "/batch", "{\"words\":[null]}"), 400, "refused-values");
		assertThatNoException().isThrownBy(() -> this.service.bean(BannedWords.class).refuse("text", "다람쥐"));
		String other = ban("멍청이").headers().firstValue("Location").orElseThrow();
		assertProblem(send("PUT", other, "{\"word\":\"WORD 7\"}"), 409, "banned-word-exists");
		assertThat(send("PUT", other, "{\"word\":\"멍 청이\"}").statusCode()).isEqualTo(200);
	}

	@Test
	void derivesTheMatchModeFromTheLength() throws Exception {
		assertThat(matchOf(ban("바보"))).isEqualTo("ANYWHERE");
		HttpResponse<String> whole = send("POST", WORDS, "{\"word\":\"시발\",\"match\":\"WHOLE\"}");
		assertThat(matchOf(whole)).isEqualTo("WHOLE");
		String path = whole.headers().firstValue("Location").orElseThrow();
		assertThat(json(path)).isEqualTo(JsonMapper.shared().readTree(whole.body()));
		BannedWords words = this.service.bean(BannedWords.class);
		assertThatNoException().isThrownBy(() -> words.refuse("text", "시발역"));
		assertThat(matchOf(send("PUT", path, "{\"word\":\"시발\"}"))).isEqualTo("ANYWHERE");
		assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(() -> words.refuse("text", "시발역"));
		assertThat(matchOf(send("PUT", path, "{\"word\":\"ass\"}"))).isEqualTo("WHOLE");
		JsonNode batch = JsonMapper.shared()
			.readTree(send("POST", WORDS + "/batch", "{\"words\":[\"다람쥐\",\"토끼\"],\"match\":\"WHOLE\"}").body());
		assertThat(batch.get("items").findValuesAsString("match")).containsExactly("WHOLE", "WHOLE");
		assertThat(send("POST", WORDS, "{\"word\":\"늑대\",\"match\":\"whole\"}").statusCode()).isEqualTo(400);
	}

	@Test
	void limitsTheTotalLength() throws Exception {
		JdbcTemplate jdbc = this.service.bean(JdbcTemplate.class);
		jdbc.update("delete from banned_word");
		jdbc.batchUpdate("insert into banned_word (word, match_mode, created_at) values (?, 'ANYWHERE', now())",
				IntStream.range(0, 1500)
					.mapToObj((number) -> new Object[] { "%04d".formatted(number).repeat(50) })
					.toList());
		HttpResponse<String> refused = ban("광고글");
		assertProblem(refused, 409, "too-many-banned-words");
		assertThat(refused.body()).contains("300003 letters", "The limit is 300000");
		assertThat(jdbc.queryForObject("select count(*) from banned_word", Long.class)).isEqualTo(1500);
		jdbc.update("delete from banned_word where word like '0000%'");
		assertThat(ban("광고글").statusCode()).isEqualTo(201);
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
		HttpResponse<String> response = send("GET", path, null);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	private HttpResponse<String> send(String method, String path, String json) throws Exception {
		return this.administrator.send(method, path, json);
	}

	private static String matchOf(HttpResponse<String> response) {
		return JsonMapper.shared().readTree(response.body()).get("match").asString();
	}

	private static void assertProblem(HttpResponse<String> response, int status, String type) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("urn:yoil:problem:" + type);
	}

}
