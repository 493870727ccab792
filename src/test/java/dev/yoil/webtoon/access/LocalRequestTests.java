package dev.yoil.webtoon.access;

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
			"::1, [::1]", "0:0:0:0:0:0:0:1, [0:0:0:0:0:0:0:1]" })
	void isMadeHere(String from, String host) {
		assertThat(LocalRequest.objection(request(from, host))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.168.0.7", "10.0.0.1", "fe80::1", "8.8.8.8" })
	void isMadeElsewhere(String from) {
		assertThat(LocalRequest.objection(request(from, "localhost"))).isEqualTo("it comes from another machine");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Forwarded", "X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Host", "X-Forwarded-Proto",
			"X-Real-IP", "Via" })
	void isPassedOnByAProxy(String header) {
		MockHttpServletRequest request = request("127.0.0.1", "localhost");
		request.addHeader(header, "127.0.0.1");
		assertThat(LocalRequest.objection(request)).startsWith("a proxy passed it on").containsIgnoringCase(header);
	}

	@ParameterizedTest
	@ValueSource(strings = { "yoil.example", "localhost.example", "127.0.0.1.example", "192.168.0.7", "[fe80::1]",
			"[::1].example", "1", "" })
	void isMeantForAnotherHost(String host) {
		assertThat(LocalRequest.objection(request("127.0.0.1", host))).startsWith("it asks for a host other than");
	}

	@Test
	void isNotTakenInByWhatAFilterBelieves() {
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

	private static MockHttpServletRequest request(String from, String host) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setRemoteAddr(from);
		request.setServerName(host);
		return request;
	}

}
