package dev.yoil.webtoon;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The security headers of responses.
 */
class SecurityHeadersTests {

	private static final String LIST = "GET /api/v1/webtoon?publishDay=MONDAY HTTP/1.1";

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	@ParameterizedTest
	@ValueSource(strings = { "GET /api/v1/webtoon?publishDay=MONDAY", "HEAD /api/v1/webtoon?publishDay=MONDAY",
			"GET /api/v1/webtoon", "GET /thumbnails/pictures.svg", "GET /nowhere", "GET /api/v1/cache",
			"GET /actuator/health", "GET /api/v1/admin/x", "POST /api/v1/webtoon/1/reviews", "GET /error",
			"GET /api/v1/webtoon?publishDay=%zz", "GET /..%2f", "G(T /", "TRACE /", "CONNECT localhost:1" })
	void areOnEveryResponse(String request) throws Exception {
		Map<String, String> headers = RawHttp.send(service.port(), request + " HTTP/1.1", "Host: localhost").headers();
		assertThat(headers).containsEntry("x-content-type-options", "nosniff")
			.doesNotContainKeys("strict-transport-security", "pragma", "expires", "x-xss-protection", "server");
		assertThat(headers.get("content-security-policy")).contains("frame-ancestors 'none'")
			.doesNotContain("unsafe")
			.doesNotContain(",");
	}

	@Test
	void areTheSameOnAMissAndOnAHit() throws Exception {
		Map<String, String> miss = headers("/api/v1/webtoon?publishDay=SUNDAY");
		Map<String, String> hit = headers("/api/v1/webtoon?publishDay=SUNDAY");
		assertThat(miss.remove("cache-status")).contains("fwd=miss");
		assertThat(hit.remove("cache-status")).contains("; hit;");
		// A hit spends no time that would be worth telling.
		assertThat(miss.remove("server-timing")).contains("load;dur=", "write;dur=");
		assertThat(hit).isEqualTo(miss).doesNotContainKey("set-cookie");
		RawHttp.Answer known = RawHttp.send(service.port(), "GET /api/v1/webtoon?publishDay=SUNDAY HTTP/1.1",
				"Host: localhost", "If-None-Match: " + hit.get("etag"));
		assertThat(known.status()).isEqualTo(304);
		for (String name : List.of("x-content-type-options", "content-security-policy", "cache-control", "etag")) {
			assertThat(known.headers()).containsEntry(name, hit.get(name));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET /api/v1/webtoon/1/like", "GET /api/v1/webtoon/1/reviews", "GET /api/v1/csrf",
			"GET /api/v1/cache", "GET /nowhere" })
	void forbidToStoreWhatIsForOneClient(String request) throws Exception {
		assertThat(RawHttp.send(service.port(), request + " HTTP/1.1", "Host: localhost").headers())
			.containsEntry("cache-control", "no-store");
	}

	@Test
	void restrictContentByType() throws Exception {
		assertThat(headers("/api/v1/webtoon?publishDay=MONDAY").get("content-security-policy"))
			.isEqualTo(SecurityHeaders.FOR_DATA);
		assertThat(headers("/console")).containsEntry("content-security-policy", SecurityHeaders.FOR_PAGES)
			.containsEntry("referrer-policy", "no-referrer")
			.containsEntry("x-frame-options", "DENY");
	}

	@Test
	void enforceTlsForClientsOnTls() throws Exception {
		try (RunningService proxied = RunningService.proxied()) {
			for (int times = 0; times < 2; times++) {
				assertThat(RawHttp
					.send(proxied.port(), LIST, "Host: localhost", "X-Forwarded-Proto: https",
							"X-Forwarded-For: 192.0.2.7")
					.headers()).containsEntry("strict-transport-security", "max-age=31536000");
			}
			assertThat(RawHttp
				.send(proxied.port(), "GET /api/v1/csrf HTTP/1.1", "Host: localhost", "X-Forwarded-Proto: https",
						"X-Forwarded-For: 192.0.2.7")
				.headers()
				.get("set-cookie")).contains("; Secure");
		}
	}

	private static Map<String, String> headers(String path) throws Exception {
		RawHttp.Answer response = RawHttp.send(service.port(), "GET " + path + " HTTP/1.1", "Host: localhost");
		Map<String, String> headers = new TreeMap<>(response.headers());
		headers.remove("date");
		return headers;
	}

}
