package dev.yoil.webtoon;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Access to the inspection, and to other spellings of its paths.
 */
class InspectionAccessTests {

	private static final String HERE = "Host: localhost";

	private static final String ADMINISTRATOR = "Authorization: " + Administrator.credentials(Administrator.PASSWORD);

	/** Ways to write what only the administrator may ask for. */
	private static final List<String> ADMINISTRATION = List.of("/api/v1/admin", "/api/v1/admin/",
			"/api/v1/admin/probe/words", "/api/v1/admin;x/probe/words", "/api/v1;x/admin;y=z/probe/words",
			"/api/v1/%61dmin/probe/words", "/api/v1/admin//probe/words", "/api/v1/admin/probe/words/");

	/** Ways that lead to nothing. */
	private static final List<String> NOWHERE = List.of("//api/v1/admin/probe/words", "/api/v1/ADMIN/probe/words",
			"/api//v1/admin/probe/words", "/api/v1/admin%2fprobe/words", "/api/v1%2fadmin/probe/words",
			"/api/v1/./admin/probe/words", "/api/v1/webtoon/../admin/probe/words", "/./api/v1/admin/probe/words",
			"/api/v1/webtoon/%2e%2e/admin/probe/words", "/api/v1/webtoon/..;/admin/probe/words",
			"/api/v1/admin%00/probe/words", "/api/v1/admin\\probe/words", "/api/v1/admin%5cprobe/words");

	private static final String CACHE = "GET /api/v1/cache/findWebtoonsByPublishDay HTTP/1.1";

	/**
	 * A request without headers of a proxy looks the same, whether the proxy sent it or
	 * not.
	 */
	@Test
	void requiresCredentialsFromTheAddressOfATrustedProxy() throws Exception {
		try (RunningService service = RunningService.proxied()) {
			RawHttp.Answer refused = RawHttp.send(service.port(), CACHE, HERE);
			assertThat(refused.status()).isEqualTo(401);
			assertThat(refused.body())
				.contains("does not count as local because it comes from the address of a trusted proxy");
			assertThat(status(service, CACHE, HERE, ADMINISTRATOR)).isEqualTo(200);
		}
	}

	@Test
	void requiresCredentialsForEverySpellingOfAPath() throws Exception {
		try (RunningService service = RunningService.proxied()) {
			assertThat(status(service, "GET /api/v1/admin/probe/words HTTP/1.1", HERE, ADMINISTRATOR)).isEqualTo(200);
			for (String method : new String[] { "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "FOO" }) {
				for (String path : ADMINISTRATION) {
					assertThat(status(service, method + " " + path + " HTTP/1.1", HERE)).as(method + " " + path)
						.isEqualTo(401);
				}
				for (String path : NOWHERE) {
					assertThat(status(service, method + " " + path + " HTTP/1.1", HERE)).as(method + " " + path)
						.isIn(400, 401, 404);
				}
			}
		}
	}

	private static int status(RunningService service, String request, String... headers) throws Exception {
		return RawHttp.send(service.port(), request, headers).status();
	}

}
