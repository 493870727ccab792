package dev.yoil.webtoon;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that MVC cannot handle, below two prefixes and on the actuator's own port.
 */
class UnusableRequestTests {

	@RegisterExtension
	private static final RunningService service = RunningService.prefixed();

	@ParameterizedTest
	@ValueSource(strings = { "a/b; charset=", "a/b; charset=\":\"", "a/b; charset=utf-9", "*/*", "application/*+json",
			"a", ";" })
	void rejectsInvalidContentTypes(String type) throws Exception {
		for (String request : new String[] { "GET /ctx/app/api/v1/genres", "GET /ctx/app/nowhere",
				"POST /ctx/app/api/v1/webtoon/1/reviews", "POST /ctx/app/api/v1/admin/genres", "GET /ctx/nowhere",
				"PUT /ctx/app/error" }) {
			assertRefused(RawHttp.send(service.port(), request + " HTTP/1.1", "Host: localhost",
					"Content-Type: " + type, "Content-Length: 0"), 415, "urn:yoil:problem:unsupported-media-type");
		}
		assertRefused(RawHttp.send(service.managementPort(), "GET /actuator/health HTTP/1.1", "Host: localhost",
				"Content-Type: " + type), 415, "urn:yoil:problem:unsupported-media-type");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "text/plain; charset=\"utf-8\"", "application/vnd.x+json; a=b" })
	void acceptsValidContentTypes(String type) throws Exception {
		assertThat(RawHttp
			.send(service.port(), "GET /ctx/app/api/v1/genres HTTP/1.1", "Host: localhost", "Content-Type: " + type)
			.status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "GET /[", "GET /nowhere", "GET /..%2f", "GET /actuator/health/nope", "TRACE /actuator/info" })
	void respondsWithProblemsOnTheActuatorsOwnPort(String request) throws Exception {
		RawHttp.Answer response = RawHttp.send(service.managementPort(), request + " HTTP/1.1", "Host: localhost");
		assertThat(response.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("cache-control", "no-store")
			.containsEntry("x-content-type-options", "nosniff")
			.containsKey("content-security-policy");
		assertThat(response.status()).isIn(400, 404, 405);
		if (response.status() == 405) {
			assertThat(response.headers()).containsKey("allow");
		}
	}

	@Test
	void rejectsTooManyCookiesOnTheActuatorsOwnPort() throws Exception {
		assertRefused(RawHttp.send(service.managementPort(), "GET /nowhere HTTP/1.1", "Host: localhost",
				"Cookie: " + "c=1; ".repeat(300)), 400, "urn:yoil:problem:bad-request");
	}

	private static void assertRefused(RawHttp.Answer response, int status, String type) {
		assertThat(response.status()).isEqualTo(status);
		assertThat(response.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("cache-control", "no-store")
			.containsEntry("x-content-type-options", "nosniff")
			.containsKey("content-security-policy");
		assertThat(response.body()).contains(type);
	}

}
