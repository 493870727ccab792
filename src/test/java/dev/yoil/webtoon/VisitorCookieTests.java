package dev.yoil.webtoon;

import java.net.http.HttpResponse;

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

}
