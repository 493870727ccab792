package dev.yoil.representation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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

	@BeforeEach
	void compress() throws IOException {
		Brotli.compress(this.representation);
	}

	@ParameterizedTest
	@MethodSource("requests")
	void sendsTheRepresentationOrNotModified(String method, ContentCoding coding, Condition condition)
			throws IOException {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/");
		request.addHeader("Accept-Encoding", "gzip, deflate, br, zstd");
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
		assertThat(response.getHeader("Content-Encoding")).isEqualTo(switch (coding) {
			case IDENTITY -> null;
			case GZIP -> "gzip";
			case BROTLI -> "br";
		});
		assertThat(response.getContentLength()).isEqualTo(this.representation.bytes(coding).length);
		byte[] body = response.getContentAsByteArray();
		if (method.equals("HEAD")) {
			assertThat(body).isEmpty();
		}
		else {
			assertThat(decoded(body, coding)).isEqualTo(JSON);
		}
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none",
			value = { "'gzip, deflate, br, zstd', gzip", "'br', none", "'br;q=0.5, gzip;q=0.1, identity;q=0.2', none" })
	void sendsTheNextCodingUntilBrotliIsReady(String acceptEncoding, @Nullable String sent) throws IOException {
		Representation young = new Representation(JSON, SentAs.JSON, Instant.EPOCH);
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		request.addHeader("Accept-Encoding", acceptEncoding);
		ContentCoding best = RepresentationWriter.coding(request);
		assertThat(best).isEqualTo(ContentCoding.BROTLI);
		MockHttpServletResponse response = new MockHttpServletResponse();
		RepresentationWriter.write(young, best, request, response);
		assertThat(response.getHeader("Content-Encoding")).isEqualTo(sent);
		ContentCoding next = (sent != null) ? ContentCoding.GZIP : ContentCoding.IDENTITY;
		assertThat(response.getHeader("ETag")).isEqualTo(young.etag(next));
		assertThat(decoded(response.getContentAsByteArray(), next)).isEqualTo(JSON);
	}

	/** What a client got before it was compressed is no other answer afterwards. */
	@ParameterizedTest
	@CsvSource({ "GZIP, true, true", "BROTLI, true, true", "GZIP, false, true", "BROTLI, false, true",
			"IDENTITY, true, false", "IDENTITY, false, false" })
	void acceptsTheTagOfEitherPossibleCoding(ContentCoding known, boolean made, boolean holds) throws IOException {
		Representation asked = made ? this.representation : new Representation(JSON, SentAs.JSON, Instant.EPOCH);
		assertThat(asked.etag(known)).isEqualTo(this.representation.etag(known));
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		request.addHeader("Accept-Encoding", "gzip, deflate, br");
		request.addHeader("If-None-Match", asked.etag(known));
		request.addHeader("If-Match", asked.etag(known));
		MockHttpServletResponse response = new MockHttpServletResponse();
		RepresentationWriter.write(asked, ContentCoding.BROTLI, request, response);
		assertThat(response.getStatus()).isEqualTo(holds ? 304 : 200);
		assertThat(response.getHeader("ETag"))
			.isEqualTo(asked.etag(holds ? known : (made ? ContentCoding.BROTLI : ContentCoding.GZIP)));
		assertThat(RepresentationWriter.isRefused(asked, ContentCoding.BROTLI, request)).isEqualTo(!holds);
	}

	@Test
	void leavesBrotliOnlyRequestsToMvc() {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		request.addHeader("Accept-Encoding", "br, *;q=0");
		assertThat(RepresentationWriter.coding(request)).isNull();
		assertThat(RepresentationWriter.coding(this.representation, request)).isEqualTo(ContentCoding.BROTLI);
		Representation young = new Representation(JSON, SentAs.JSON, Instant.EPOCH);
		assertThat(RepresentationWriter.coding(young, request)).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "TAG, false", "*, false", "\"other\", true", "W/TAG, true" })
	void checksIfMatch(String wanted, boolean refused) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		String tag = this.representation.etag(ContentCoding.IDENTITY);
		request.addHeader("If-Match", wanted.replace("TAG", tag));
		assertThat(RepresentationWriter.isRefused(this.representation, ContentCoding.IDENTITY, request))
			.isEqualTo(refused);
	}

	private static byte[] decoded(byte[] body, ContentCoding coding) throws IOException {
		InputStream bytes = new ByteArrayInputStream(body);
		try (InputStream decoded = switch (coding) {
			case IDENTITY -> bytes;
			case GZIP -> new GZIPInputStream(bytes);
			case BROTLI -> new BrotliInputStream(bytes);
		}) {
			return decoded.readAllBytes();
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
					.etag((coding != ContentCoding.IDENTITY) ? ContentCoding.IDENTITY : ContentCoding.GZIP));
				case UNQUOTED -> List.of(tag.replace("\"", ""));
			};
		}

	}

}
