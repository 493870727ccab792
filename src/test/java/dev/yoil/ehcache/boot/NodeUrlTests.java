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
 * Where an instance says that it is reached.
 */
class NodeUrlTests {

	private final MockEnvironment environment = new MockEnvironment().withProperty("local.server.port", "8081");

	private String url() {
		return NodeUrl.of(this.environment);
	}

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, http://127.0.0.1:8081", "10.0.0.5, http://10.0.0.5:8081",
			"::1, 'http://[0:0:0:0:0:0:0:1]:8081'" })
	void isTheAddressThatItListensOn(String address, String url) {
		this.environment.setProperty("server.address", address);
		assertThat(url()).isEqualTo(url);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0.0.0.0", "::" })
	void isThatOfTheHostIfItListensOnAll(String address) throws Exception {
		this.environment.setProperty("server.address", address);
		assertThat(url()).isEqualTo("http://" + InetAddress.getLocalHost().getHostAddress() + ":8081");
	}

	@Test
	void hasThePathsThatTheServiceIsBelow() {
		this.environment.withProperty("server.address", "127.0.0.1")
			.withProperty("server.servlet.context-path", "/ctx")
			.withProperty("spring.mvc.servlet.path", "/app");
		assertThat(url()).isEqualTo("http://127.0.0.1:8081/ctx/app");
	}

	@ParameterizedTest
	@CsvSource({ "https://one.example:8443, https://one.example:8443", "http://10.0.0.5, http://10.0.0.5",
			"HTTP://10.0.0.5/below/, HTTP://10.0.0.5/below" })
	void isWhatAnOperatorSays(String set, String url) {
		this.environment.setProperty(NodeUrl.PROPERTY, set);
		assertThat(url()).isEqualTo(url);
	}

	@ParameterizedTest
	@ValueSource(strings = { "10.0.0.5:8080", "ftp://10.0.0.5", "http://", "http:///path", "http://user:word@10.0.0.5",
			"http://10.0.0.5?a", "http://10.0.0.5#a", "http://10.0.0.5 ", "http://[", "file:///etc/passwd" })
	void stopsTheStartIfItCannotBeAsked(String set) {
		this.environment.setProperty(NodeUrl.PROPERTY, set);
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(this::url)
			.withMessageContaining(NodeUrl.PROPERTY);
	}

}
