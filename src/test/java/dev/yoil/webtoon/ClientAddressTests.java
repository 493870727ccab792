package dev.yoil.webtoon;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Which address and scheme a request has for the service, whatever its headers say.
 */
@ExtendWith(OutputCaptureExtension.class)
class ClientAddressTests {

	private static final String HOST = "Host: localhost";

	private static final String FORGED = "X-Forwarded-For: 203.0.113.9";

	private static final String NATIVE = "--server.forward-headers-strategy=native";

	private static final String PROXY = "--yoil.trusted-proxies=127.0.0.1";

	/** By the setting that it has, for the tests that ask for the same. */
	private static final Map<String, RunningService> services = new HashMap<>();

	@BeforeAll
	static void start() {
		// Before any test, so that each is told what this one tells when it starts.
		running(NATIVE);
	}

	@AfterAll
	static void stop() {
		services.values().forEach(RunningService::close);
	}

	@ParameterizedTest
	@ValueSource(strings = { NATIVE, "--server.forward-headers-strategy=FRAMEWORK",
			"--server.tomcat.remoteip.remote-ip-header=X-Forwarded-For", "--spring.main.cloud-platform=kubernetes",
			"--yoil.trusted-proxies=203.0.113.1", "--server.forward-headers-strategy=none" })
	void isThatOfTheConnectionWithoutAProxyThatIsTrusted(String setting) throws Exception {
		assertThat(client(running(setting), HOST, FORGED, "X-Forwarded-Proto: https",
				"Forwarded: for=203.0.113.9;proto=https", "X-Forwarded-Host: forged.example", "X-Real-IP: 203.0.113.9"))
			.isEqualTo("127.0.0.1 127.0.0.1 http false localhost");
	}

	@Test
	void isToldThatOtherSettingsHaveNoEffect(CapturedOutput output) throws Exception {
		assertThat(output).containsOnlyOnce("server.forward-headers-strategy=native has no effect here")
			.contains("yoil.trusted-proxies");
	}

	@ParameterizedTest
	@ValueSource(strings = { "127.0.0.1", "127.0.0.0/8", "10.0.0.0/8, 127.0.0.1, ::1", "::ffff:127.0.0.1" })
	void isToldByATrustedProxy(String proxies) throws Exception {
		RunningService service = running("--yoil.trusted-proxies=" + proxies);
		assertThat(client(service, HOST)).isEqualTo("127.0.0.1 127.0.0.1 http false localhost");
		assertThat(client(service, HOST, FORGED)).isEqualTo("203.0.113.9 203.0.113.9 http false localhost");
		assertThat(client(service, HOST, "X-Forwarded-For: 198.51.100.1", "x-forwarded-for: [2001:db8::9]:99",
				"X-Forwarded-Proto: https", "X-Forwarded-Host: forged.example"))
			.isEqualTo("2001:db8::9 2001:db8::9 https true localhost");
		assertThat(client(service, HOST, FORGED, "X-Forwarded-Proto: https", "X-Forwarded-Proto: http"))
			.isEqualTo("203.0.113.9 203.0.113.9 http false localhost");
		assertThat(client(service, HOST, FORGED, "X-Forwarded-Proto: http", "X-Forwarded-Proto: https"))
			.isEqualTo("203.0.113.9 203.0.113.9 http false localhost");
		assertThat(client(service, HOST, FORGED, "X-Forwarded-Proto: http, https"))
			.isEqualTo("203.0.113.9 203.0.113.9 http false localhost");
		assertThat(client(service, HOST, FORGED + ", unknown")).isEqualTo("127.0.0.1 127.0.0.1 http false localhost");
	}

	@Test
	void isForgottenWithTheRequest() throws Exception {
		Administrator client = new Administrator(running(PROXY));
		assertThat(client.send("GET", "/address", null, "X-Forwarded-For", "203.0.113.9", "X-Forwarded-Proto", "https")
			.body()).startsWith("203.0.113.9 203.0.113.9 https");
		assertThat(client.send("GET", "/address", null).body()).startsWith("127.0.0.1 127.0.0.1 http false");
	}

	@Test
	void isNeverLocalThroughATrustedProxy() throws Exception {
		int port = running(PROXY).port();
		assertThat(RawHttp.send(port, "GET /actuator/info HTTP/1.1", HOST).status()).isEqualTo(401);
		assertThat(RawHttp.send(port, "GET /actuator/info HTTP/1.1", HOST, "X-Forwarded-For: 127.0.0.1").status())
			.isEqualTo(401);
	}

	@ParameterizedTest
	@ValueSource(strings = { "proxy.example", "10.0.0.1/8", "0.0.0.0/0" })
	void needsProxiesWithAddresses(String proxies) {
		assertThatThrownBy(() -> start("--yoil.trusted-proxies=" + proxies)).rootCause()
			.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
					(failure) -> assertThat(failure.getName()).isEqualTo("yoil.trusted-proxies"));
	}

	private static RunningService running(String setting) {
		return services.computeIfAbsent(setting, ClientAddressTests::start);
	}

	private static RunningService start(String setting) {
		return RunningService.startWithConfiguration(AddressRoute.class, setting);
	}

	private static String client(RunningService service, String... headers) throws Exception {
		return RawHttp.send(service.port(), "GET /address HTTP/1.0", headers).body();
	}

	/**
	 * Answers with what the service knows of the client.
	 */
	static class AddressRoute {

		@Bean
		RouterFunction<ServerResponse> address() {
			return RouterFunctions.route()
				.GET("/address", (request) -> ServerResponse.ok()
					.body(String.join(" ", request.servletRequest().getRemoteAddr(),
							request.servletRequest().getRemoteHost(), request.servletRequest().getScheme(),
							"" + request.servletRequest().isSecure(), request.servletRequest().getServerName())))
				.build();
		}

	}

}
