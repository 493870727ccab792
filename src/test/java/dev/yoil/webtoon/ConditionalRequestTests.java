package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Conditional and encoded requests. {@code RepresentationWriterTests} and
 * {@code ContentCodingTests} cover every condition and coding.
 */
class ConditionalRequestTests {

	private static final String LIST = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String PAGE = "/api/v1/webtoon?publishDay=TUESDAY&page=0";

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	@ParameterizedTest
	@ValueSource(strings = { LIST, PAGE, "/?day=MONDAY", "/api/v1/webtoon/1" })
	void revalidatesAMissAndAHit(String path) throws Exception {
		byte[] whole = send(request("GET", path)).body();
		clear();
		HttpResponse<byte[]> gzip = send(request("GET", path).header("Accept-Encoding", "gzip"));
		assertThat(decoded(gzip.body(), gzip.headers().firstValue("Content-Encoding").orElseThrow())).isEqualTo(whole);
		String etag = gzip.headers().firstValue("ETag").orElseThrow();
		clear();
		for (String cached : List.of("miss", "hit")) {
			HttpResponse<byte[]> known = send(request("GET", path).header("If-None-Match", "\"old\", W/" + etag)
				.header("Accept-Encoding", "gzip"));
			assertThat(known.statusCode()).as(cached).isEqualTo(304);
			assertThat(known.body()).isEmpty();
			assertThat(known.headers().allValues("ETag")).containsExactly(etag);
			assertThat(known.headers().allValues("Cache-Control")).containsExactly("no-cache");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { LIST, PAGE })
	void sendsTheSameHeadersForAHitInFrontOfMvcAndInMvc(String path) throws Exception {
		clear();
		send(request("GET", path));
		Map<String, List<String>> inFront = withoutDate(send(request("GET", path)));
		assertThat(withoutDate(send(request("GET", path + "&other=" + System.nanoTime())))).isEqualTo(inFront);
	}

	/**
	 * A range counts in the bytes of the coding that is sent (RFC 9110, section 14.1.2),
	 * and Tomcat compresses files while it sends them.
	 */
	@ParameterizedTest
	@CsvSource({ "/thumbnails/pictures.svg, gzip", "/thumbnails/pictures.svg, identity", "site.css, gzip",
			"/console/console.css, gzip", "/v3/api-docs, gzip", "/, gzip", PAGE + ", br" })
	void sendsNoRanges(String file, String coding) throws Exception {
		String path = file.startsWith("/") ? file : asset(file);
		byte[] whole = send(request("GET", path)).body();
		HttpResponse<byte[]> response = send(request("GET", path).header("Accept-Encoding", coding)
			.header("Range", "bytes=0-99")
			.header("If-Range", "\"other\""));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().map()).doesNotContainKeys("Accept-Ranges", "Content-Range");
		assertThat(decoded(response.body(), response.headers().firstValue("Content-Encoding").orElse("identity")))
			.isEqualTo(whole);
	}

	private static String asset(String name) throws Exception {
		Matcher asset = Pattern.compile("/assets/" + name.replace(".", "-\\w+\\."))
			.matcher(new String(send(request("GET", "/")).body(), StandardCharsets.UTF_8));
		assertThat(asset.find()).isTrue();
		return asset.group();
	}

	private static Map<String, List<String>> withoutDate(HttpResponse<byte[]> response) {
		assertThat(response.statusCode()).isEqualTo(200);
		Map<String, List<String>> headers = new TreeMap<>(response.headers().map());
		headers.remove("date");
		return headers;
	}

	private static byte[] decoded(byte[] body, String coding) throws IOException {
		InputStream bytes = new ByteArrayInputStream(body);
		try (InputStream decoded = switch (coding) {
			case "gzip" -> new GZIPInputStream(bytes);
			case "br" -> new BrotliInputStream(bytes);
			default -> bytes;
		}) {
			return decoded.readAllBytes();
		}
	}

	private static void clear() {
		CacheManager caches = service.bean(CacheManager.class);
		caches.getCacheNames().forEach((name) -> caches.getCache(name).clear());
	}

	private static HttpRequest.Builder request(String method, String path) {
		return service.request(method, path);
	}

	private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
		return service.send(request.build());
	}

}
