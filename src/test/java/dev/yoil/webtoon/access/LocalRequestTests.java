package dev.yoil.webtoon.access;

import java.util.Collections;
import java.util.Enumeration;

import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;

class LocalRequestTests {

	@ParameterizedTest
	@CsvSource({ "127.0.0.1, localhost", "127.0.0.1, LocalHost", "127.0.0.1, 127.0.0.1", "127.0.0.53, 127.9.9.9",
			"::1, [::1]", "127.0.0.1, localhost.", "0:0:0:0:0:0:0:1, [0:0:0:0:0:0:0:1]" })
	void acceptsLocalRequests(String from, String host) {
		assertThat(LocalRequest.objection(request(from, host))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.168.0.7", "10.0.0.1", "fe80::1", "8.8.8.8" })
	void rejectsOtherMachines(String from) {
		assertThat(LocalRequest.objection(request(from, "localhost"))).isEqualTo("it comes from another machine");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Forwarded", "X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Host", "X-Forwarded-Proto",
			"X-Forwarded-Port", "X-Forwarded-Prefix", "X-Real-IP", "X-Client-IP", "CF-Connecting-IP", "Via" })
	void rejectsForwardedRequests(String header) {
		MockHttpServletRequest request = request("127.0.0.1", "localhost");
		request.addHeader(header, "127.0.0.1");
		assertThat(LocalRequest.objection(request)).startsWith("a proxy forwarded it").containsIgnoringCase(header);
	}

	@ParameterizedTest
	@ValueSource(strings = { "yoil.example", "localhost.example", "127.0.0.1.example", "192.168.0.7", "[fe80::1]",
			"[::1].example", "1", "", "ip6-localhost", "localhost.localdomain", "127.0.0.1.nip.io", "0.0.0.0" })
	void rejectsOtherHosts(String host) {
		assertThat(LocalRequest.objection(request("127.0.0.1", host))).startsWith("its host is not");
	}

	@Test
	void usesTheOriginalAddressAndHost() {
		MockHttpServletRequest original = request("192.168.0.7", "yoil.example");
		assertThat(LocalRequest.objection(new HttpServletRequestWrapper(original) {

			@Override
			public String getRemoteAddr() {
				return "127.0.0.1";
			}

			@Override
			public String getServerName() {
				return "localhost";
			}

		})).isEqualTo("it comes from another machine");
	}

	@Test
	void usesTheOriginalHeaders() {
		MockHttpServletRequest original = request("127.0.0.1", "localhost");
		original.addHeader("X-Forwarded-For", "192.168.0.7");
		assertThat(LocalRequest.objection(new HttpServletRequestWrapper(original) {

			@Override
			public String getHeader(String name) {
				return null;
			}

			@Override
			public Enumeration<String> getHeaderNames() {
				return Collections.emptyEnumeration();
			}

		})).startsWith("a proxy forwarded it");
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://yoil.example", "https://localhost.example", "null", "http://[", "file://" })
	void rejectsOtherOrigins(String origin) {
		MockHttpServletRequest request = request("127.0.0.1", "localhost");
		request.addHeader("Origin", origin);
		assertThat(LocalRequest.objection(request)).isEqualTo("it comes from a page of another site");
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080" })
	void acceptsItsOwnOrigin(String origin) {
		MockHttpServletRequest request = request("127.0.0.1", "localhost");
		request.addHeader("Origin", origin);
		request.addHeader("Sec-Fetch-Site", "same-origin");
		assertThat(LocalRequest.objection(request)).isNull();
	}

	@Test
	void acceptsCrossSiteLinksOnly() {
		MockHttpServletRequest request = request("127.0.0.1", "localhost");
		request.addHeader("Sec-Fetch-Site", "cross-site");
		assertThat(LocalRequest.objection(request)).isEqualTo("it comes from a page of another site");
		request.addHeader("Sec-Fetch-Mode", "navigate");
		assertThat(LocalRequest.objection(request)).isNull();
	}

	private static MockHttpServletRequest request(String from, String host) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setRemoteAddr(from);
		request.setServerName(host);
		return request;
	}

}
