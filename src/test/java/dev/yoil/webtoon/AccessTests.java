package dev.yoil.webtoon;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who gets what is not for everybody, in a real container and wherever it is mapped to.
 */
class AccessTests {

	private static final String STRANGER = "Host: yoil.example";

	private static final String HERE = "Host: localhost";

	private static final String ADMINISTRATOR = "Authorization: " + Administrator.credentials(Administrator.PASSWORD);

	@ParameterizedTest
	@CsvSource({ "--spring.mvc.servlet.path=/, /actuator, ''", "--spring.mvc.servlet.path=/x, /x/actuator, /x",
			"--server.servlet.context-path=/x, /x/actuator, /x",
			"--management.endpoints.web.base-path=/manage, /manage, ''",
			"--management.endpoints.web.base-path=/, '', ''" })
	void isKeptFromStrangersWhereverItIsMapped(String setting, String actuator, String api) throws Exception {
		try (RunningService service = RunningService.start(setting)) {
			String clear = "DELETE " + api + "/api/v1/cache/findWebtoonsByPublishDay/entries HTTP/1.1";
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
			String inspect = "GET " + api + "/api/v1/cache HTTP/1.1";
			assertThat(status(service, inspect, STRANGER)).isEqualTo(401);
			assertThat(status(service, inspect, HERE)).isEqualTo(200);
			assertThat(status(service, "GET " + api + "/api/v1/admin/words HTTP/1.1", HERE)).isEqualTo(401);
			assertThat(status(service, "POST " + api + "/api/v1/webtoon/1/reviews HTTP/1.1", HERE)).isEqualTo(403);
			assertThat(status(service, "GET " + api + "/api/v1/webtoon?publishDay=MONDAY HTTP/1.1", STRANGER))
				.isEqualTo(200);
		}
	}

	@Test
	void isKeptFromStrangersHoweverMuchIsExposed() throws Exception {
		try (RunningService service = RunningService.start("--management.endpoints.web.exposure.include=*",
				"--management.endpoint.shutdown.access=unrestricted",
				"--management.endpoint.heapdump.access=unrestricted")) {
			for (String endpoint : new String[] { "env", "beans", "heapdump", "threaddump", "loggers", "metrics",
					"caches", "mappings", "metrics/jvm.memory.used" }) {
				assertThat(status(service, "GET /actuator/" + endpoint + " HTTP/1.1", STRANGER)).as(endpoint)
					.isEqualTo(401);
			}
			String shutdown = "POST /actuator/shutdown HTTP/1.1";
			assertThat(status(service, shutdown, STRANGER)).isEqualTo(401);
			assertThat(status(service, shutdown, HERE, "Origin: http://yoil.example")).isEqualTo(403);
			assertThat(status(service, shutdown, ADMINISTRATOR, HERE, "Origin: http://yoil.example")).isEqualTo(403);
			assertThat(status(service, "GET /actuator/health HTTP/1.1", HERE)).isEqualTo(200);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "native", "framework" })
	void isKeptFromWhoSaysThroughAProxyThatItIsHere(String strategy) throws Exception {
		try (RunningService service = RunningService.start("--server.forward-headers-strategy=" + strategy)) {
			for (String header : new String[] { "X-Forwarded-For: 127.0.0.1, 192.168.1.5", "X-Forwarded-For: 127.0.0.1",
					"Forwarded: for=127.0.0.1", "X-Forwarded-Host: localhost", "X-Forwarded-Prefix: /" }) {
				assertThat(status(service, "GET /actuator/info HTTP/1.1", HERE, header)).as(header).isEqualTo(401);
				assertThat(status(service, "GET /api/v1/cache HTTP/1.1", HERE, header)).as(header).isEqualTo(401);
			}
		}
	}

	@Test
	void needsAnAddressForAPortOfItsOwn() throws Exception {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> RunningService.start("--management.server.port=0"))
			.satisfies((failure) -> assertThat(failure.getReason()).contains("Set management.server.address too"));
		try (RunningService service = RunningService.start("--management.server.port=0",
				"--management.server.address=127.0.0.1")) {
			assertThat(status(service, "GET /actuator/info HTTP/1.1", HERE)).isEqualTo(404);
			int own = service.bean(Environment.class).getRequiredProperty("local.management.port", Integer.class);
			for (String path : new String[] { "/actuator", "/actuator/info", "/actuator/prometheus",
					"/actuator/health" }) {
				RawHttp.Answer answer = RawHttp.send(own, "GET " + path + " HTTP/1.1", STRANGER,
						"X-Forwarded-For: 192.0.2.7");
				assertThat(answer.status()).as(path).isEqualTo(200);
				assertThat(answer.headers()).containsEntry("x-content-type-options", "nosniff");
			}
		}
	}

	private static int status(RunningService service, String request, String... headers) throws Exception {
		return RawHttp.send(service.port(), request, headers).status();
	}

}
