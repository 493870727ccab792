package dev.yoil.representation.cached;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which bytes are one plain request.
 */
class RequestHeadTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "G", "GET ", "GET HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.0\r\n\r\n",
			"POST / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\nG",
			"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
			"GET / HTTP/1.1\r\nAccept: a\r\nACCEPT: b\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
			"GET / HTTP/1.1\r\nno colon\r\nEXPECT: 100-continue\r\n\r\n", "\r\n\r\n" })
	void findsNone(String bytes) {
		assertThat(read(bytes)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"GET /a?b HTTP/1.1\r\nHost: c\r\naccept:  d \r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n",
			"GET /a?b HTTP/1.1\r\nAccept: d\r\nno colon\r\n\r\n" })
	void findsTargetAndAccept(String bytes) {
		assertThat(read(bytes)).isEqualTo(new RequestHead("/a?b", "d"));
	}

	@Test
	void findsTargetWithoutAccept() {
		assertThat(read("GET / HTTP/1.1\r\n\r\n")).isEqualTo(new RequestHead("/", null));
	}

	private static RequestHead read(String bytes) {
		ByteBuffer buffer = StandardCharsets.ISO_8859_1.encode("x" + bytes).position(1);
		RequestHead head = RequestHead.read(buffer);
		assertThat(buffer.position()).isEqualTo(1);
		return head;
	}

}
