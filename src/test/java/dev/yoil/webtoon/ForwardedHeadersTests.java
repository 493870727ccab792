package dev.yoil.webtoon;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which address and scheme a request has for the service, whatever its headers say.
 */
class ForwardedHeadersTests {

	private static final String HOST = "Host: localhost";

	private static final String NATIVE = "--server.forward-headers-strategy=native";

	/** Behind a trusted proxy on this machine. */
	private static RunningService service;

	@BeforeAll
	static void start() {
		service = RunningService.startWithConfiguration(AddressRoute.class, NATIVE,
				"--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1|0:0:0:0:0:0:0:1|10\\.0\\.0\\.\\d+");
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	/**
	 * On a cloud platform, and if asked to believe somebody, Boot believes all private
	 * networks.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "--spring.main.cloud-platform=kubernetes", NATIVE })
	void isThatOfTheConnectionUnlessAProxyIsNamed(String setting) throws Exception {
		try (RunningService alone = RunningService.startWithConfiguration(AddressRoute.class, setting)) {
			assertThat(client(alone, "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https",
					"Forwarded: for=203.0.113.9;proto=https", "X-Forwarded-Host: forged.example",
					"X-Real-IP: 203.0.113.9"))
				.isEqualTo("127.0.0.1 http false localhost:80");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "203.0.113.9 | 203.0.113.9", "198.51.100.1, 203.0.113.9 | 203.0.113.9",
			"198.51.100.1, 203.0.113.9, 10.0.0.2 | 203.0.113.9", "2001:db8::9 | 2001:db8::9", "10.0.0.3 | 10.0.0.3" })
	void isTheLastThatATrustedProxyNamesAndThatIsNone(String forwardedFor, String client) throws Exception {
		assertThat(client(service, "X-Forwarded-For: " + forwardedFor)).isEqualTo(client + " http false localhost:80");
	}

	@Test
	void hasTheSchemeThatATrustedProxyTellsAndTheHostThatIsAskedFor() throws Exception {
		assertThat(client(service)).isEqualTo("127.0.0.1 http false localhost:80");
		assertThat(client(service, "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https",
				"X-Forwarded-Host: forged.example", "X-Forwarded-Port: 1"))
			.isEqualTo("203.0.113.9 https true localhost:443");
		assertThat(client(service, "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https, http"))
			.isEqualTo("203.0.113.9 http false localhost:80");
	}

	@ParameterizedTest
	@ValueSource(strings = { "X-Nothing: here", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: localhost" })
	void isNeverLocalThroughATrustedProxy(String header) throws Exception {
		int status = RawHttp.send(service.port(), "GET /actuator/info HTTP/1.1", HOST, header).status();
		assertThat(status).isEqualTo(401);
	}

	private static String client(RunningService service, String... headers) throws Exception {
		String[] all = new String[headers.length + 1];
		System.arraycopy(headers, 0, all, 1, headers.length);
		all[0] = HOST;
		return RawHttp.send(service.port(), "GET /address HTTP/1.0", all).body();
	}

	/**
	 * Answers with what the service knows of the client.
	 */
	static class AddressRoute {

		@Bean
		RouterFunction<ServerResponse> address() {
			return RouterFunctions.route()
				.GET("/address", (request) -> ServerResponse.ok()
					.body("%s %s %s %s:%s".formatted(request.servletRequest().getRemoteAddr(),
							request.servletRequest().getScheme(), request.servletRequest().isSecure(),
							request.servletRequest().getServerName(), request.servletRequest().getServerPort())))
				.build();
		}

	}

}
