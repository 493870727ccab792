package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reviews over HTTP, on H2.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReviewTests {

	private static final String WEBTOON = "/api/v1/webtoon/1";

	private static final String REVIEWS = WEBTOON + "/reviews";

	@RegisterExtension
	private final RunningService service = startService();

	private Reader reader;

	RunningService startService() {
		return RunningService.shared();
	}

	RunningService service() {
		return this.service;
	}

	@BeforeEach
	void empty() {
		this.reader = new Reader(this.service);
		this.service.bean(JdbcTemplate.class).update("delete from review");
		this.service.bean(JdbcTemplate.class).update("update webtoon set review_count = 0, rating_sum = 0");
	}

	@Test
	void postsEditsAndDeletes() throws Exception {
		HttpResponse<String> posted = this.reader.send("POST", REVIEWS,
				Reader.review("미나", 4, "<b>\n'; drop table review; -- %s {0} 😀"));
		assertThat(posted.statusCode()).isEqualTo(201);
		String own = posted.headers().firstValue("Location").orElseThrow();
		assertThat(own).matches(REVIEWS + "/[0-9]+");
		JsonNode review = this.reader.get(own);
		assertThat(posted.body()).isEqualTo(review.toString());
		assertThat(review.toString()).isEqualTo("{\"id\":" + own.substring(REVIEWS.length() + 1)
				+ ",\"nickname\":\"미나\",\"rating\":4,\"text\":\"<b>\\n'; drop table review; -- %s {0} 😀\",\"createdAt\":\""
				+ this.service.clock().instant() + "\",\"editedAt\":null,\"mine\":true}");
		assertCounts(1, "4.0");

		this.service.clock().advance(Duration.ofMinutes(1));
		JsonNode edited = this.reader.json(200, "PUT", own, Reader.review("민아", 2, "Hm."));
		assertThat(edited).isEqualTo(this.reader.get(own)).isEqualTo(this.reader.get(REVIEWS).at("/items/0"));
		assertThat(edited.get("createdAt")).isEqualTo(review.get("createdAt"));
		assertThat(edited.get("editedAt").asString()).isEqualTo(this.service.clock().instant().toString());
		assertThat(edited.get("nickname").asString()).isEqualTo("민아");
		assertCounts(1, "2.0");

		this.reader.json(204, "DELETE", own, null);
		assertThat(this.reader.get(REVIEWS).toString()).isEqualTo("{\"items\":[],\"page\":0,\"size\":30,\"total\":0}");
		assertCounts(0, "null");
		for (String method : List.of("GET", "DELETE")) {
			assertProblem(this.reader.send(method, own, null), 404, "unknown-review");
		}
		assertProblem(this.reader.send("PUT", own, Reader.review("x", 1, "x")), 404, "unknown-review");
		this.reader.json(201, "POST", REVIEWS, Reader.review("again", 1, "x"));
	}

	private void assertCounts(int reviews, String rating) throws Exception {
		JsonNode webtoon = this.service.json(WEBTOON);
		assertThat(webtoon.get("reviews").asInt()).isEqualTo(reviews);
		assertThat(webtoon.get("rating").toString()).isEqualTo(rating);
	}

	@Test
	void ignoresAnUpdateWithoutChanges() throws Exception {
		String same = Reader.review("Mina", 3, "x");
		JsonNode review = this.reader.json(201, "POST", REVIEWS, same);
		this.service.clock().advance(Duration.ofMinutes(1));
		assertThat(this.reader.json(200, "PUT", REVIEWS + "/" + review.get("id").asLong(), same)).isEqualTo(review);
	}

	@Test
	void rejectsASecondReviewOfTheSameVisitor() throws Exception {
		this.reader.json(201, "POST", REVIEWS, Reader.review("Mina", 3, "x"));
		assertProblem(this.reader.send("POST", REVIEWS, Reader.review("Mina", 5, "y")), 409, "second-review");
		assertCounts(1, "3.0");
		this.reader.json(201, "POST", "/api/v1/webtoon/2/reviews", Reader.review("Mina", 3, "x"));
	}

	@Test
	void rejectsChangesByOthers() throws Exception {
		String path = REVIEWS + "/"
				+ this.reader.json(201, "POST", REVIEWS, Reader.review("Mina", 3, "x")).get("id").asLong();
		Reader known = new Reader(this.service);
		known.json(200, "PUT", "/api/v1/webtoon/3/like", null);
		for (Reader other : List.of(known, new Reader(this.service))) {
			assertProblem(other.send("PUT", path, Reader.review("Mina", 1, "y")), 403, "review-of-another");
			assertProblem(other.send("DELETE", path, null), 403, "review-of-another");
			assertThat(other.get(path).get("mine").asBoolean()).isFalse();
		}
		assertThat(this.reader.get(path).get("text").asString()).isEqualTo("x");
		assertCounts(1, "3.0");
		// Under another webtoon it is not there.
		for (String method : List.of("GET", "DELETE")) {
			assertProblem(this.reader.send(method, path.replace("/1/", "/2/"), null), 404, "unknown-review");
		}
	}

	@Test
	void listsNewestFirst() throws Exception {
		for (int number = 1; number <= 5; number++) {
			// The last three at one moment.
			this.service.clock().advance(Duration.ofMillis((number < 4) ? 1 : 0));
			new Reader(this.service).json(201, "POST", REVIEWS, Reader.review("n" + number, 3, "x"));
		}
		new Reader(this.service).json(201, "POST", "/api/v1/webtoon/2/reviews", Reader.review("other", 3, "x"));
		assertThat(nicknames(REVIEWS)).containsExactly("n5", "n4", "n3", "n2", "n1");
		assertThat(nicknames(REVIEWS + "?page=0&size=2")).containsExactly("n5", "n4");
		assertThat(nicknames(REVIEWS + "?page=2&size=2")).containsExactly("n1");
		assertThat(this.reader.get(REVIEWS + "?page=3&size=2").toString())
			.isEqualTo("{\"items\":[],\"page\":3,\"size\":2,\"total\":5}");
		assertProblem(this.reader.send("GET", REVIEWS + "?size=101", null), 400, "refused-parameter");
	}

	private List<String> nicknames(String path) throws Exception {
		return StreamSupport.stream(this.reader.get(path).get("items").spliterator(), false)
			.map((review) -> review.get("nickname").asString())
			.toList();
	}

	@Test
	void storesTextsOfMaximumLength() throws Exception {
		String nickname = "😀".repeat(20);
		String text = "😀".repeat(1000);
		// For JSON Schema, a number without a fraction is an integer however it is
		// written.
		JsonNode posted = this.reader.json(201, "POST", REVIEWS, Reader.review(nickname, 3.0, text));
		assertThat(posted.get("rating").asInt()).isEqualTo(3);
		assertThat(this.reader.get(REVIEWS).at("/items/0")).isEqualTo(posted);
		assertThat(posted.get("text").asString()).isEqualTo(text);
		Reader other = new Reader(this.service);
		assertProblem(other.send("POST", REVIEWS, Reader.review(nickname + "😀", 3, "x")), 400, "refused-values");
		assertProblem(other.send("POST", REVIEWS, Reader.review("x", 3, text + "😀")), 400, "refused-values");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					{"nickname":null,"rating":null,"text":null}             | refused-values  | 'nickname' must have 1 to 20 characters, not only spaces; 'rating' must be a whole number from 1 to 5; 'text'
					{"nickname":"a","rating":"3","text":"x"}                | unreadable-body | 'rating' has a value of the wrong type. It must be an unquoted whole number
					{"nickname":"a","rating":99999999999,"text":"x"}        | unreadable-body | whole number up to 2147483647
					{"nickname":"a","rating":3,"text":false}                | unreadable-body | 'text' has a value of the wrong type. It must be a string
					{"nickname":"a","rating":3,"text":"x","admin":true}     | unreadable-body | Unknown field 'admin'
					{"nickname":"a","rating":3,"text":"x"                   | unreadable-body | not valid JSON
					{"nickname":" a","rating":3,"text":"x"}                 | refused-values  | 'nickname' must not begin
					{"nickname":"a","rating":3,"text":"\\ud800"}            | refused-values  | 'text' must not contain
					{"nickname":"a","rating":3,"text":"x\\u0000y"}          | refused-values  | 'text' must not contain
					""")
	void rejectsInvalidReviews(String json, String type, String detail) throws Exception {
		HttpResponse<String> response = this.reader.send("POST", REVIEWS, json);
		assertProblem(response, 400, type);
		assertThat(response.body()).contains(detail).doesNotContain("dev.yoil", "java.");
		assertProblem(this.reader.send("PUT", REVIEWS + "/1", json), 400, type);
		assertCounts(0, "null");
	}

	private static void assertProblem(HttpResponse<String> response, int status, String type) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("\"type\":\"urn:yoil:problem:" + type + "\"");
	}

}
