package dev.yoil.webtoon;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What administrators ban is not written by readers. Each test has a webtoon of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModeratedReviewTests {

	private RunningService service;

	private Administrator administrator;

	private Reader reader;

	private int webtoons;

	@BeforeAll
	void start() throws Exception {
		this.service = RunningService.start();
		this.administrator = new Administrator(this.service);
		ban("나쁜말");
	}

	@BeforeEach
	void begin() {
		this.webtoons++;
		this.reader = new Reader(this.service);
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@CsvSource({ "text, 독자, 이건 나쁜말 이에요", "nickname, 나쁜말, 재미있어요", "text, 독자, 나 쁜 말", "text, 독자, 나.쁜.말!" })
	void refusesAReviewWithABannedWordAndNamesTheField(String field, String nickname, String text) throws Exception {
		HttpResponse<String> refused = this.reader.send("POST", reviews(), Reader.review(nickname, 3, text));
		assertThat(refused.statusCode()).isEqualTo(422);
		assertThat(refused.body()).contains("urn:yoil:problem:banned-words")
			.contains("'" + field + "' has words")
			.doesNotContain("나쁜말", "나 쁜 말", "나.쁜.말");
		assertThat(this.reader.get(reviews()).get("total").asLong()).isZero();
		assertThat(this.reader.get(webtoon()).get("reviews").asLong()).isZero();
	}

	@Test
	void refusesAnEditWithABannedWordAndKeepsWhatWasThere() throws Exception {
		JsonNode posted = this.reader.json(201, "POST", reviews(), Reader.review("독자", 3, "재미있어요"));
		String own = reviews() + "/" + posted.get("id").asLong();
		assertThat(this.reader.send("PUT", own, Reader.review("독자", 5, "나쁜말")).statusCode()).isEqualTo(422);
		assertThat(this.reader.get(own)).isEqualTo(posted);
		assertThat(this.reader.get(webtoon()).get("rating").asDouble()).isEqualTo(3);
	}

	@Test
	void takesAWordThatIsNoLongerBanned() throws Exception {
		long id = ban("못된말");
		assertThat(this.administrator.send("DELETE", "/api/v1/admin/banned-words/" + id, null).statusCode())
			.isEqualTo(204);
		this.reader.json(201, "POST", reviews(), Reader.review("독자", 3, "못된말"));
	}

	/**
	 * Bans a word.
	 * @return its number
	 */
	private long ban(String word) throws Exception {
		String words = "/api/v1/admin/banned-words";
		assertThat(this.administrator.send("POST", words + "/batch", "{\"words\":[\"" + word + "\"]}").statusCode())
			.isEqualTo(201);
		for (JsonNode banned : JsonMapper.shared()
			.readTree(this.administrator.send("GET", words, null).body())
			.get("items")) {
			if (banned.get("word").asString().equals(word)) {
				return banned.get("id").asLong();
			}
		}
		throw new AssertionError(word + " is not banned");
	}

	private String webtoon() {
		return "/api/v1/webtoon/" + this.webtoons;
	}

	private String reviews() {
		return webtoon() + "/reviews";
	}

}
