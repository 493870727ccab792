package dev.yoil.webtoon;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Access rules with other paths, ports and addresses.
 */
class AccessTests {

	private static final String STRANGER = "Host: yoil.example";

	private static final String HERE = "Host: localhost";

	private static final String ADMINISTRATOR = "Authorization: " + Administrator.credentials(Administrator.PASSWORD);

	@Test
	void protectsAllEndpointsAtOtherPathsBelowAPrefix() throws Exception {
		try (RunningService service = RunningService.start("--spring.mvc.servlet.path=/x",
				"--yoil.ehcache.web.path=/elsewhere/caches", "--yoil.ehcache.web.console-path=/elsewhere/console",
				"--management.endpoints.web.base-path=/manage", "--management.endpoints.web.exposure.include=*",
				"--management.endpoint.shutdown.access=unrestricted",
				"--management.endpoint.heapdump.access=unrestricted")) {
			assertIsProtected(service, "/x/manage", "/x", "/x/elsewhere/caches");
			assertRejectsProxies(service, "/x/manage/info");
			for (String path : new String[] { "/x/elsewhere/caches", "/x/elsewhere/caches/findGenres",
					"/x/elsewhere/console/" }) {
				assertThat(status(service, "GET " + path + " HTTP/1.1", STRANGER)).as(path).isEqualTo(401);
				assertThat(status(service, "GET " + path + " HTTP/1.1", HERE)).as(path).isEqualTo(200);
			}
			assertThat(status(service, "GET /x/api/v1/cache HTTP/1.1", HERE)).isEqualTo(404);
			for (String endpoint : new String[] { "env", "beans", "heapdump", "threaddump", "loggers", "metrics",
					"caches", "mappings", "metrics/jvm.memory.used" }) {
				assertThat(status(service, "GET /x/manage/" + endpoint + " HTTP/1.1", STRANGER)).as(endpoint)
					.isEqualTo(401);
			}
			String shutdown = "POST /x/manage/shutdown HTTP/1.1";
			assertThat(status(service, shutdown, STRANGER)).isEqualTo(401);
			assertThat(status(service, shutdown, HERE, "Origin: http://yoil.example")).isEqualTo(403);
			assertThat(status(service, shutdown, ADMINISTRATOR, HERE, "Origin: http://yoil.example")).isEqualTo(403);
			assertThat(status(service, "GET /x/manage/health HTTP/1.1", HERE)).isEqualTo(200);
		}
	}

	@Tag("full")
	@Test
	void protectsAnActuatorAtTheRootOnAllAddresses() throws Exception {
		try (RunningService service = RunningService.start("--management.endpoints.web.base-path=/",
				"--server.forward-headers-strategy=framework", "--server.address=")) {
			assertIsProtected(service, "", "", "/api/v1/cache");
			assertRejectsProxies(service, "/info");
			for (String path : new String[] { "/api/v1/cache", "/api/v1/cache/findWebtoonsByPublishDay/removals",
					"/console", "/console/a.js" }) {
				assertThat(status(service, "GET " + path + " HTTP/1.1", HERE)).as(path).isEqualTo(401);
			}
			assertThat(status(service, "GET /api/v1/cache HTTP/1.1", HERE, ADMINISTRATOR)).isEqualTo(200);
		}
	}

	@Test
	void opensTheActuatorsOwnPort() throws Exception {
		try (RunningService service = RunningService.prefixed()) {
			assertThat(status(service, "GET /ctx/app/actuator/info HTTP/1.1", HERE)).isEqualTo(404);
			assertThat(status(service, "GET /ctx/app/api/v1/cache HTTP/1.1", STRANGER)).isEqualTo(401);
			for (String path : new String[] { "/actuator", "/actuator/info", "/actuator/prometheus",
					"/actuator/health" }) {
				RawHttp.Answer response = RawHttp.send(service.managementPort(), "GET " + path + " HTTP/1.1", STRANGER,
						"X-Forwarded-For: 192.0.2.7");
				assertThat(response.status()).as(path).isEqualTo(200);
				assertThat(response.headers()).containsEntry("x-content-type-options", "nosniff");
			}
		}
	}

	private static void assertIsProtected(RunningService service, String actuator, String api, String caches)
			throws Exception {
		String clear = "DELETE " + caches + "/findWebtoonsByPublishDay/entries HTTP/1.1";
		for (String endpoint : new String[] { "/prometheus", "/info" }) {
			String get = "GET " + actuator + endpoint + " HTTP/1.1";
			assertThat(status(service, get, STRANGER)).as(get).isEqualTo(401);
			assertThat(status(service, get, HERE)).as(get).isEqualTo(200);
			assertThat(status(service, get, STRANGER, ADMINISTRATOR)).as(get).isEqualTo(200);
		}
		if (!actuator.isEmpty()) {
			assertThat(status(service, "GET " + actuator + " HTTP/1.1", STRANGER)).isEqualTo(401);
			assertThat(status(service, "GET " + actuator + " HTTP/1.1", HERE)).isEqualTo(200);
		}
		assertThat(status(service, "GET " + actuator + "/health HTTP/1.1", STRANGER)).isEqualTo(200);
		assertThat(status(service, clear, STRANGER)).isEqualTo(401);
		assertThat(status(service, clear, HERE)).isEqualTo(401);
		assertThat(status(service, clear, STRANGER, ADMINISTRATOR)).isEqualTo(204);
		assertThat(status(service, "GET " + caches + " HTTP/1.1", STRANGER)).isEqualTo(401);
		assertThat(status(service, "GET " + api + "/api/v1/admin/words HTTP/1.1", HERE)).isEqualTo(401);
		assertThat(status(service, "POST " + api + "/api/v1/webtoon/1/reviews HTTP/1.1", HERE)).isEqualTo(403);
		assertThat(status(service, "GET " + api + "/api/v1/webtoon?publishDay=MONDAY HTTP/1.1", STRANGER))
			.isEqualTo(200);
	}

	private static void assertRejectsProxies(RunningService service, String path) throws Exception {
		for (String header : new String[] { "X-Forwarded-For: 127.0.0.1, 192.168.1.5", "X-Forwarded-For: 127.0.0.1",
				"Forwarded: for=127.0.0.1", "X-Forwarded-Host: localhost", "X-Forwarded-Prefix: /" }) {
			assertThat(status(service, "GET " + path + " HTTP/1.1", HERE, header)).as(header).isEqualTo(401);
		}
	}

	private static int status(RunningService service, String request, String... headers) throws Exception {
		return RawHttp.send(service.port(), request, headers).status();
	}

}
