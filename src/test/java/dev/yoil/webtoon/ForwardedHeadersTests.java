package dev.yoil.webtoon;

import java.io.IOException;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The address and scheme of a request with forwarding headers.
 */
class ForwardedHeadersTests {

	private static final String HOST = "Host: localhost";

	@RegisterExtension
	private static final RunningService service = RunningService.proxied();

	/**
	 * On a cloud platform, and if configured to trust proxies, Boot believes all private
	 * networks. All that is there is the service's settings and Tomcat.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "--spring.main.cloud-platform=kubernetes", "--server.forward-headers-strategy=native" })
	void ignoresHeadersWithoutATrustedProxy(String setting) throws Exception {
		try (ConfigurableApplicationContext tomcat = new SpringApplicationBuilder(AloneTomcat.class)
			.run("--server.port=0", setting)) {
			int port = ((WebServerApplicationContext) tomcat).getWebServer().getPort();
			assertThat(client(port, "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https",
					"Forwarded: for=203.0.113.9;proto=https", "X-Forwarded-Host: forged.example",
					"X-Real-IP: 203.0.113.9"))
				.isEqualTo("127.0.0.1 http false localhost:80");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "203.0.113.9 | 203.0.113.9", "198.51.100.1, 203.0.113.9 | 203.0.113.9",
			"198.51.100.1, 203.0.113.9, 10.0.0.2 | 203.0.113.9", "2001:db8::9 | 2001:db8::9", "10.0.0.3 | 10.0.0.3",
			"203.0.113.9:5678 | 203.0.113.9", "198.51.100.1:1, 203.0.113.9:2, 10.0.0.2:3 | 203.0.113.9",
			"[2001:db8::9]:443 | 2001:db8::9", "[2001:db8::9] | 2001:db8::9" })
	void usesTheLastUntrustedAddress(String forwardedFor, String client) throws Exception {
		assertThat(client(service.port(), "X-Forwarded-For: " + forwardedFor))
			.isEqualTo(client + " http false localhost:80");
	}

	@Test
	void usesTheForwardedSchemeAndTheRequestedHost() throws Exception {
		assertThat(client(service.port())).isEqualTo("127.0.0.1 http false localhost:80");
		assertThat(client(service.port(), "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https",
				"X-Forwarded-Host: forged.example", "X-Forwarded-Port: 1"))
			.isEqualTo("203.0.113.9 https true localhost:443");
		assertThat(client(service.port(), "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https, http"))
			.isEqualTo("203.0.113.9 http false localhost:80");
	}

	private static String client(int port, String... headers) throws Exception {
		String[] all = new String[headers.length + 1];
		System.arraycopy(headers, 0, all, 1, headers.length);
		all[0] = HOST;
		return RawHttp.send(port, "GET /address HTTP/1.0", all).body();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(TomcatServletWebServerAutoConfiguration.class)
	static class AloneTomcat {

		@Bean
		ServletRegistrationBean<HttpServlet> address() {
			return new ServletRegistrationBean<>(new HttpServlet() {

				@Override
				protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
					response.getWriter().write(Probes.client(request));
				}

			}, "/address");
		}

	}

}
