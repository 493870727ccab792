package dev.yoil.webtoon;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What administrators ban is not written by readers.
 */
class ModeratedReviewTests {

	private static final String REVIEWS = "/api/v1/webtoon/1/reviews";

	private RunningService service;

	private Administrator administrator;

	private Reader reader;

	@BeforeEach
	void start() throws Exception {
		this.service = RunningService.start();
		this.administrator = new Administrator(this.service);
		this.reader = new Reader(this.service);
		assertThat(this.administrator.send("POST", "/api/v1/admin/banned-words/batch", "{\"words\":[\"나쁜말\"]}")
			.statusCode()).isEqualTo(201);
	}

	@AfterEach
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@CsvSource({ "text, 독자, 이건 나쁜말 이에요", "nickname, 나쁜말, 재미있어요", "text, 독자, 나 쁜 말", "text, 독자, 나.쁜.말!" })
	void refusesAReviewWithABannedWordAndNamesTheField(String field, String nickname, String text) throws Exception {
		HttpResponse<String> refused = this.reader.send("POST", REVIEWS, Reader.review(nickname, 3, text));
		assertThat(refused.statusCode()).isEqualTo(422);
		assertThat(refused.body()).contains("urn:yoil:problem:banned-words")
			.contains("'" + field + "' has words")
			.doesNotContain("나쁜말", "나 쁜 말", "나.쁜.말");
		assertThat(this.reader.get(REVIEWS).get("total").asLong()).isZero();
		assertThat(this.reader.get("/api/v1/webtoon/1").get("reviews").asLong()).isZero();
	}

	@Test
	void refusesAnEditWithABannedWordAndKeepsWhatWasThere() throws Exception {
		JsonNode posted = this.reader.json(201, "POST", REVIEWS, Reader.review("독자", 3, "재미있어요"));
		String own = REVIEWS + "/" + posted.get("id").asLong();
		assertThat(this.reader.send("PUT", own, Reader.review("독자", 5, "나쁜말")).statusCode()).isEqualTo(422);
		assertThat(this.reader.get(own)).isEqualTo(posted);
		assertThat(this.reader.get("/api/v1/webtoon/1").get("rating").asDouble()).isEqualTo(3);
	}

	@Test
	void takesAWordThatIsNoLongerBanned() throws Exception {
		JsonNode words = JsonMapper.shared()
			.readTree(this.administrator.send("GET", "/api/v1/admin/banned-words", null).body());
		long id = words.get("items").get(0).get("id").asLong();
		assertThat(this.administrator.send("DELETE", "/api/v1/admin/banned-words/" + id, null).statusCode())
			.isEqualTo(204);
		this.reader.json(201, "POST", REVIEWS, Reader.review("독자", 3, "나쁜말"));
	}

}
