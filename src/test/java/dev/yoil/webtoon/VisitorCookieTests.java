package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The visitor's cookie over HTTP. {@code VisitorsTests} has further forgeries.
 */
class VisitorCookieTests {

	private static final String COOKIE = "yoil-visitor";

	private static final String LIKE = "/api/v1/webtoon/1/like";

	private static final String REVIEWS = "/api/v1/webtoon/1/reviews";

	private static final String REVIEW = Reader.review("Mina", 5, "Good.");

	/** Shared by those tests that look at webtoons of their own. */
	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	@Test
	void isSetWithTheCsrfTokenOnly() throws Exception {
		Reader reader = new Reader(service);
		for (String path : new String[] { "/api/v1/webtoon?publishDay=MON", "/api/v1/webtoon/1", LIKE, REVIEWS,
				"/api/v1/ranking/daily", "/api/v1/genres" }) {
			reader.get(path);
			reader.get(path);
		}
		assertThat(reader.cookie(COOKIE)).isNull();

		HttpResponse<String> token = reader.send("GET", "/api/v1/csrf", null);
		assertThat(token.headers().allValues("Set-Cookie")).filteredOn((header) -> header.startsWith(COOKIE))
			.singleElement()
			.asString()
			.matches("yoil-visitor=[0-9a-f-]{36}\\.[0-9A-Za-z_-]{43}; Path=/; Max-Age=31536000; Expires=[^;]+; "
					+ "HttpOnly; SameSite=Lax");
		for (String method : new String[] { "PUT", "GET", "DELETE" }) {
			assertThat(reader.send(method, LIKE, null).headers().allValues("Set-Cookie"))
				.noneMatch((header) -> header.startsWith(COOKIE));
		}
		assertThat(reader.send("GET", "/api/v1/csrf", null).headers().allValues("Set-Cookie"))
			.noneMatch((header) -> header.startsWith(COOKIE));
		Reader other = new Reader(service);
		other.json(201, "POST", REVIEWS, REVIEW);
		assertThat(other.cookie(COOKIE)).isNotNull().isNotEqualTo(reader.cookie(COOKIE));
		String lost = other.cookie(COOKIE);
		other.with(COOKIE, "lost").json(201, "POST", REVIEWS, REVIEW);
		assertThat(other.cookie(COOKIE)).isNotNull().isNotEqualTo(lost).isNotEqualTo("lost");
	}

	@Test
	void isIgnoredIfForged() throws Exception {
		String like = "/api/v1/webtoon/2/like";
		String reviews = "/api/v1/webtoon/2/reviews";
		Reader author = new Reader(service);
		author.json(200, "PUT", like, null);
		long review = author.json(201, "POST", reviews, REVIEW).get("id").asLong();
		String good = Objects.requireNonNull(author.cookie(COOKIE));
		String forged = ((good.charAt(0) == '0') ? '1' : '0') + good.substring(1);

		assertThat(forger(forged).get(like).get("liked").asBoolean()).isFalse();
		assertThat(forger(forged).get(reviews).at("/items/0/mine").asBoolean()).isFalse();
		assertThat(forger(forged).json(200, "DELETE", like, null).get("likes").asLong()).isEqualTo(1);
		String own = reviews + "/" + review;
		assertThat(forger(forged).json(403, "PUT", own, REVIEW).get("type").asString())
			.isEqualTo("urn:yoil:problem:review-of-another");
		forger(forged).json(403, "DELETE", own, null);

		Reader forger = forger(forged);
		assertThat(forger.json(200, "PUT", like, null).get("likes").asLong()).isEqualTo(2);
		assertThat(forger.cookie(COOKIE)).isNotNull().isNotEqualTo(forged).isNotEqualTo(good).hasSize(80);
		assertThat(forger.get(like).get("liked").asBoolean()).isTrue();
	}

	private static Reader forger(String forged) throws Exception {
		return new Reader(service).with(COOKIE, forged);
	}

}
