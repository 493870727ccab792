package dev.yoil.representation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every method with every condition in every coding, by RFC 9110.
 */
class RepresentationWriterTests {

	private static final byte[] JSON = "{\"title\":\"요일\"}".getBytes(StandardCharsets.UTF_8);

	private final Representation representation = new Representation(JSON, SentAs.JSON, Instant.EPOCH);

	static Stream<Arguments> requests() {
		return Stream.of("GET", "HEAD")
			.flatMap((method) -> Stream.of(ContentCoding.values())
				.flatMap((coding) -> Stream.of(Condition.values())
					.map((condition) -> Arguments.of(method, coding, condition))));
	}

	@ParameterizedTest
	@MethodSource("requests")
	void answersWithTheWholeOrThatTheClientHasIt(String method, ContentCoding coding, Condition condition)
			throws IOException {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/");
		condition.values(this.representation, coding).forEach((value) -> request.addHeader("If-None-Match", value));
		MockHttpServletResponse response = new MockHttpServletResponse();
		int sent = RepresentationWriter.write(this.representation, coding, request, response);
		assertThat(sent).isEqualTo(response.getContentAsByteArray().length);
		assertThat(response.getHeaders("ETag")).containsExactly(this.representation.etag(coding));
		assertThat(response.getHeaders("Vary")).containsExactly("Accept-Encoding");
		assertThat(response.getHeaders("Cache-Control")).containsExactly("no-cache");
		if (condition.holds) {
			assertThat(response.getStatus()).isEqualTo(304);
			assertThat(response.getContentAsByteArray()).isEmpty();
			assertThat(response.getHeaderNames()).doesNotContain("Content-Type", "Content-Encoding", "Content-Length");
			return;
		}
		assertThat(response.getStatus()).isEqualTo(200);
		assertThat(response.getContentType()).isEqualTo("application/json");
		assertThat(response.getHeader("Content-Encoding")).isEqualTo((coding == ContentCoding.GZIP) ? "gzip" : null);
		assertThat(response.getContentLength()).isEqualTo(this.representation.bytes(coding).length);
		byte[] body = response.getContentAsByteArray();
		if (method.equals("HEAD")) {
			assertThat(body).isEmpty();
		}
		else {
			assertThat((coding == ContentCoding.GZIP) ? decompressed(body) : body).isEqualTo(JSON);
		}
	}

	@ParameterizedTest
	@CsvSource({ "TAG, false", "*, false", "\"other\", true", "W/TAG, true" })
	void refusesWhoWantsOnlyAnAnswerThatIsNoMore(String wanted, boolean refused) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		String tag = this.representation.etag(ContentCoding.IDENTITY);
		request.addHeader("If-Match", wanted.replace("TAG", tag));
		assertThat(RepresentationWriter.isRefused(this.representation, ContentCoding.IDENTITY, request))
			.isEqualTo(refused);
	}

	private static byte[] decompressed(byte[] body) throws IOException {
		try (InputStream decompressed = new GZIPInputStream(new ByteArrayInputStream(body))) {
			return decompressed.readAllBytes();
		}
	}

	private enum Condition {

		ABSENT(false), MATCH(true), WEAK(true), LIST(true), SEVERAL_LINES(true), ANY(true), STALE(false),
		OTHER_CODING(false), UNQUOTED(false);

		/** Whether the client has the answer. */
		private final boolean holds;

		Condition(boolean holds) {
			this.holds = holds;
		}

		List<String> values(Representation representation, ContentCoding coding) {
			String tag = representation.etag(coding);
			return switch (this) {
				case ABSENT -> List.of();
				case MATCH -> List.of(tag);
				case WEAK -> List.of("W/" + tag);
				case LIST -> List.of("\"a,b\" , W/\"old\",," + tag + ",\"c\"");
				case SEVERAL_LINES -> List.of("\"old\"", tag);
				case ANY -> List.of("*");
				case STALE -> List.of("\"old\"");
				case OTHER_CODING -> List.of(representation
					.etag((coding == ContentCoding.GZIP) ? ContentCoding.IDENTITY : ContentCoding.GZIP));
				case UNQUOTED -> List.of(tag.replace("\"", ""));
			};
		}

	}

}
