package dev.yoil.webtoon.address;

import java.util.Collections;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TrustedProxiesTests {

	private final TrustedProxies proxies = new TrustedProxyProperties(List.of("10.0.0.0/8", "2001:db8::7")).proxies();

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "'' | 10.0.0.1", "203.0.113.9 | 203.0.113.9", "203.0.113.9:5678 | 203.0.113.9",
					"[2001:db8::1]:80 | 2001:db8::1", "[2001:db8::1] | 2001:db8::1", "2001:db8::1 | 2001:db8::1",
					"::ffff:203.0.113.9 | 203.0.113.9", "[::ffff:203.0.113.9]:1 | 203.0.113.9",
					"fe80::1%eth0 | fe80::1", "198.51.100.1, 203.0.113.9 | 203.0.113.9",
					"198.51.100.1, 203.0.113.9, 10.0.0.2 | 203.0.113.9",
					"203.0.113.9,10.0.0.2,2001:db8:0::7 , 10.9.9.9:1 | 203.0.113.9", "10.0.0.3, 10.0.0.2 | 10.0.0.3",
					"203.0.113.9,, ,10.0.0.2, | 203.0.113.9", ",,, | 10.0.0.1" })
	void knowTheNearestAddressThatNoneOfThemHas(String header, String client) {
		assertThat(client(header)).isEqualTo(client);
	}

	@ParameterizedTest
	@ValueSource(strings = { "unknown", "_hidden", "198.51.100.1, unknown", "\u0000", "<script>", "yoil.example",
			"1.2.3", "198.51.100.1, [::1", "198.51.100.1, 1.2.3.4:port", "1.2.3.4:123456", "[1.2.3.4]x", "1.2.3.4:",
			"2130706433" })
	void standForWhomTheyDoNotName(String header) {
		assertThat(client(header)).isEqualTo("10.0.0.1");
		assertThat(client(header + ", 10.0.0.2")).isEqualTo("10.0.0.2");
	}

	@Test
	void areAskedFromTheLastHeaderOn() {
		assertThat(client("198.51.100.1, 198.51.100.2", "203.0.113.9", "10.0.0.2, 10.0.0.3")).isEqualTo("203.0.113.9");
	}

	@Test
	void takeThousandEntries() {
		assertThat(client("198.51.100.1, ".repeat(1000) + "203.0.113.9")).isEqualTo("203.0.113.9");
		assertThat(client("203.0.113.9" + ", 10.0.0.2".repeat(1000))).isEqualTo("203.0.113.9");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "localhost", "10.0.0.1/8", "10.0.0.0/33", "0.0.0.0/0", "::/0", "::ffff:0:0/96", "10\\..*" })
	void haveAddresses(String text) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new TrustedProxyProperties(List.of(text)).proxies())
			.satisfies((failure) -> assertThat(failure.getName()).isEqualTo("yoil.trusted-proxies"))
			.satisfies((failure) -> assertThat(failure.getReason()).contains(text));
	}

	private String client(String... headers) {
		return this.proxies
			.client(Objects.requireNonNull(IpAddresses.parse("10.0.0.1")), Collections.enumeration(List.of(headers)))
			.toCanonicalString();
	}

}
