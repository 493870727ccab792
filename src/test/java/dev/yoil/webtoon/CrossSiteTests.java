package dev.yoil.webtoon;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Protection against requests from other sites, and the limit of visitor writes.
 */
class CrossSiteTests {

	private static final String REVIEWS = "/api/v1/webtoon/1/reviews";

	private static final String CLEAR = "DELETE /api/v1/cache/findWebtoonsByPublishDay/entries HTTP/1.1";

	private static final String ADMINISTRATOR = "Authorization: " + Administrator.credentials(Administrator.PASSWORD);

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	/** Lets an address write three times a minute, and answers all in one thread. */
	@RegisterExtension
	private static final RunningService limited = RunningService.start("--yoil.visitor-writes.limit=3",
			"--server.tomcat.threads.max=1", "--server.tomcat.threads.min-spare=1");

	@BeforeEach
	void resetWriteLimit() {
		limited.clock().advance(Duration.ofMinutes(1));
	}

	@Test
	void returnsTheTokenAndSetsItsCookie() throws Exception {
		HttpResponse<String> response = service.get("/api/v1/csrf");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).contains("{\"header\":\"X-CSRF-TOKEN\",\"token\":\"");
		assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
		assertThat(response.headers().allValues("Set-Cookie")).hasSize(2)
			.allSatisfy((cookie) -> assertThat(cookie).contains("; HttpOnly").doesNotContain("Secure"))
			.anySatisfy((cookie) -> assertThat(cookie).startsWith("yoil-csrf=").contains("; SameSite=Strict"))
			.anySatisfy((cookie) -> assertThat(cookie).startsWith("yoil-visitor=").contains("; SameSite=Lax"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /api/v1/webtoon/1/reviews", "PUT /api/v1/webtoon/1/reviews/2",
			"DELETE /api/v1/webtoon/1/like", "POST /api/v1/webtoon/1;a=b/reviews;c=d" })
	void rejectsWritesWithoutTheToken(String request) throws Exception {
		Reader reader = new Reader(service);
		String token = reader.token();
		String cookie = "Cookie: yoil-csrf=" + reader.cookie("yoil-csrf");
		for (String header : new String[] { "X-Nothing: here", cookie, "X-CSRF-TOKEN: " + token,
				cookie + "\r\nX-CSRF-TOKEN: wrong", "Cookie: yoil-csrf=forged\r\nX-CSRF-TOKEN: " + token }) {
			RawHttp.Answer refused = RawHttp.send(service.port(), request + " HTTP/1.1", "Host: localhost", header,
					"Content-Length: 0");
			assertThat(refused.status()).as(header).isEqualTo(403);
			assertThat(refused.body()).contains("urn:yoil:problem:missing-csrf-token", "GET /api/v1/csrf");
		}
	}

	@Test
	void ignoresTheTokenInAParameter() throws Exception {
		Reader reader = new Reader(service);
		String form = "_csrf=" + reader.token();
		String cookie = "Cookie: yoil-csrf=" + reader.cookie("yoil-csrf");
		assertThat(RawHttp
			.send(service.port(), "PUT /api/v1/webtoon/1/like?" + form + " HTTP/1.1", "Host: localhost", cookie,
					"Content-Length: 0")
			.status()).isEqualTo(403);
		assertThat(service
			.send(service.request("POST", REVIEWS)
				.POST(HttpRequest.BodyPublishers.ofString(form))
				.header("Content-Type", "application/x-www-form-urlencoded")
				.header("Cookie", cookie.substring("Cookie: ".length()))
				.build())
			.statusCode()).isEqualTo(403);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /api/v1/webtoon/1/reviews", "PUT /api/v1/webtoon/1/reviews/2",
			"DELETE /api/v1/webtoon/1/reviews/2", "PUT /api/v1/webtoon/1/like", "DELETE /api/v1/webtoon/1/like" })
	void limitsEveryKindOfWrite(String request) throws Exception {
		String[] parts = request.split(" ", -1);
		Reader reader = new Reader(limited);
		String body = parts[0].equals("DELETE") ? null : "{}";
		for (int write = 0; write < 3; write++) {
			assertThat(reader.send(parts[0], parts[1], body).statusCode()).isNotEqualTo(429);
		}
		assertThat(reader.send(parts[0], parts[1], body).statusCode()).isEqualTo(429);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: http://yoil.example",
			"Origin: null", "Origin: http://localhost:1", "Origin: http://localhost.example", "Origin: http://[",
			"Sec-Fetch-Site: same-origin\r\nOrigin: http://yoil.example" })
	void rejectsChangesFromOtherOrigins(String header) throws Exception {
		RawHttp.Answer refused = RawHttp.send(service.port(), CLEAR, "Host: localhost", ADMINISTRATOR, header);
		assertThat(refused.status()).isEqualTo(403);
		assertThat(refused.body()).contains("urn:yoil:problem:foreign-origin");
		for (String operation : new String[] { "POST /api/v1/admin/words", "POST /api/v1/cache/findGenres/removals",
				"PUT /api/v1/cache/findGenres/bypass", "DELETE /api/v1/cache/findGenres/bypass",
				"POST /api/v1/cache/configuration" }) {
			assertThat(RawHttp.send(service.port(), operation + " HTTP/1.1", "Host: localhost", ADMINISTRATOR, header)
				.body()).as(operation).contains("urn:yoil:problem:foreign-origin");
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "Host: yoil.example\r\nOrigin: https://yoil.example", "Host: localhost\r\nSec-Fetch-Site: none",
					"Host: yoil.example:8443\r\nOrigin: https://YOIL.example:8443\r\nSec-Fetch-Site: same-origin",
					"Host: localhost" })
	void acceptsChangesFromItsOwnPagesAndScripts(String headers) throws Exception {
		assertThat(RawHttp.send(service.port(), CLEAR, headers, ADMINISTRATOR).status()).isEqualTo(204);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x" })
	void rejectsFormsFromTheAdministrator(String type) throws Exception {
		RawHttp.Answer refused = RawHttp.send(service.port(), CLEAR, "Host: localhost", ADMINISTRATOR,
				"Content-Type: " + type);
		assertThat(refused.status()).isEqualTo(415);
		assertThat(refused.body()).contains("urn:yoil:problem:unsupported-media-type");
		assertThat(refused.headers()).containsEntry("accept", "application/json");
	}

	@Test
	void limitsWritesPerAddress() throws Exception {
		Reader reader = new Reader(limited);
		// Forged ones do not count against the visitor.
		for (int forged = 0; forged < 10; forged++) {
			assertThat(limited.send(limited.request("POST", REVIEWS).build()).statusCode()).isEqualTo(403);
		}
		for (int write = 0; write < 3; write++) {
			assertThat(reader.send("POST", REVIEWS, "{}").statusCode()).isNotEqualTo(429);
		}
		var refused = reader.send("PUT", "/api/v1/webtoon/2/like", null);
		assertThat(refused.statusCode()).isEqualTo(429);
		assertThat(refused.body()).contains("urn:yoil:problem:too-many-requests");
		assertThat(refused.headers().firstValue("Retry-After")).contains("20");
		limited.clock().advance(Duration.ofMillis(19_500));
		assertThat(new Reader(limited).send("POST", REVIEWS, "{}").headers().firstValue("Retry-After")).contains("1");
		limited.clock().advance(Duration.ofMillis(500));
		assertThat(reader.send("POST", REVIEWS, "{}").statusCode()).isNotEqualTo(429);
		assertThat(reader.send("POST", REVIEWS, "{}").statusCode()).isEqualTo(429);
		assertThat(limited.get("/api/v1/webtoon?publishDay=MONDAY").statusCode()).isEqualTo(200);
	}

	@Test
	void sendsNoCacheStatusWithARejection() throws Exception {
		for (int asked = 0; asked < 2; asked++) {
			assertThat(limited.get("/api/v1/genres").headers().firstValue("Cache-Status")).isPresent();
			RawHttp.Answer refused = RawHttp.send(limited.port(), "PUT /api/v1/webtoon/1/like HTTP/1.1",
					"Host: localhost");
			assertThat(refused.status()).isEqualTo(403);
			assertThat(refused.headers()).doesNotContainKey("cache-status");
		}
	}

}
