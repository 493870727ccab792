package dev.yoil.ehcache.boot;

import java.net.InetAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The base URL of an instance.
 */
class InstanceUrlTests {

	private final MockEnvironment environment = new MockEnvironment().withProperty("local.server.port", "8081");

	private String url() {
		return InstanceUrl.of(this.environment);
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, http://127.0.0.1:8081", "10.0.0.5, http://10.0.0.5:8081",
			"::1, 'http://[0:0:0:0:0:0:0:1]:8081'" })
	void hasTheAddressOfTheServer(String address, String url) {
		this.environment.setProperty("server.address", address);
		assertThat(url()).isEqualTo(url);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0.0.0.0", "::" })
	void hasTheAddressOfTheHostIfTheServerListensOnAll(String address) throws Exception {
		this.environment.setProperty("server.address", address);
		assertThat(url()).isEqualTo("http://" + InetAddress.getLocalHost().getHostAddress() + ":8081");
	}

	@Test
	void hasTheContextPathAndTheServletPath() {
		this.environment.withProperty("server.address", "127.0.0.1")
			.withProperty("server.servlet.context-path", "/ctx")
			.withProperty("spring.mvc.servlet.path", "/app");
		assertThat(url()).isEqualTo("http://127.0.0.1:8081/ctx/app");
	}

	@ParameterizedTest
	@CsvSource({ "https://one.example:8443, https://one.example:8443", "http://10.0.0.5, http://10.0.0.5",
			"HTTP://10.0.0.5/below/, HTTP://10.0.0.5/below" })
	void isTheConfiguredUrl(String set, String url) {
		this.environment.setProperty(InstanceUrl.PROPERTY, set);
		assertThat(url()).isEqualTo(url);
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.0.0.5:8080", "http:///path", "http://user:word@10.0.0.5", "http://10.0.0.5?a",
			"http://10.0.0.5#a", "http://[", "file:///etc/passwd",
			"http://10.0.0.5/a-path-that-is-longer-than-the-column-of-the-table-has-room-for-a-path-that-is-longer-than-the-"
					+ "column-of-the-table-has-room-for-a-path-that-is-longer-than-the-column-of-the-table-has-room-for" })
	void rejectsInvalidUrls(String set) {
		this.environment.setProperty(InstanceUrl.PROPERTY, set);
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(this::url)
			.withMessageContaining(InstanceUrl.PROPERTY);
	}

}
