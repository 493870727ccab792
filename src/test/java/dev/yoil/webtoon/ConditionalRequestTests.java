package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.representation.Brotli;
import dev.yoil.representation.Representation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.CacheManager;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Conditional and encoded requests by RFC 9110 and RFC 9111, on a hit and on a miss.
 * {@code RepresentationWriterTests} and {@code ContentCodingTests} cover every condition
 * and coding.
 */
class ConditionalRequestTests {

	private static final String LIST = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String PAGE = "/api/v1/webtoon?publishDay=TUESDAY&page=0";

	private static final String BROWSER = "gzip, deflate, br, zstd";

	private static RunningService service;

	private static byte[] json;

	@BeforeAll
	static void start() throws Exception {
		service = RunningService.shared();
		json = send(request("GET", PAGE)).body();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			GET  | hit  | ''                     | identity
			HEAD | miss | ''                     | identity
			GET  | miss | gzip                   | gzip
			HEAD | hit  | gzip                   | gzip
			GET  | hit  | gzip, deflate, br      | br
			GET  | miss | gzip, deflate, br      | gzip
			HEAD | hit  | br                     | br
			GET  | hit  | identity;q=0           | none
			HEAD | miss | br, identity;q=0       | none
			""")
	void negotiatesTheCodingAndRevalidates(String method, String cached, String acceptEncoding, String coding)
			throws Exception {
		HttpResponse<byte[]> response = send(requestWhen(cached, method, acceptEncoding));
		HttpHeaders headers = response.headers();
		assertThat(headers.allValues("Vary")).containsExactly("Accept-Encoding");
		if (coding.equals("none")) {
			assertThat(response.statusCode()).isEqualTo(406);
			assertThatIsProblem(response);
			return;
		}
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(headers.firstValue("Content-Type")).contains("application/json");
		assertThat(headers.firstValue("Content-Encoding").orElse("identity")).isEqualTo(coding);
		assertThat(headers.map()).doesNotContainKey("Transfer-Encoding");
		assertThatIsPage(headers, cached);
		if (method.equals("HEAD")) {
			assertThat(response.body()).isEmpty();
			assertThat(headers.firstValueAsLong("Content-Length"))
				.hasValue(send(request("GET", PAGE).header("Accept-Encoding", coding)).body().length);
		}
		else {
			assertThat(headers.firstValueAsLong("Content-Length")).hasValue(response.body().length);
			assertThat(decoded(response.body(), coding)).isEqualTo(json);
		}
		String etag = headers.firstValue("ETag").orElseThrow();
		HttpResponse<byte[]> unchanged = send(
				requestWhen(cached, method, acceptEncoding).header("If-None-Match", "\"old\", W/" + etag));
		assertThat(unchanged.statusCode()).isEqualTo(304);
		assertThat(unchanged.body()).isEmpty();
		assertThat(unchanged.headers().allValues("ETag")).containsExactly(etag);
		assertThat(unchanged.headers().map()).doesNotContainKeys("Content-Type", "Content-Encoding");
		assertThatIsPage(unchanged.headers(), cached);
		assertThat(send(requestWhen(cached, method, acceptEncoding).header("If-None-Match", "\"old\"")).statusCode())
			.isEqualTo(200);
	}

	private static HttpRequest.Builder requestWhen(String cached, String method, String acceptEncoding)
			throws Exception {
		clear();
		if (cached.equals("hit")) {
			send(request("GET", PAGE));
			compress();
		}
		HttpRequest.Builder request = request(method, PAGE);
		return acceptEncoding.isEmpty() ? request : request.header("Accept-Encoding", acceptEncoding);
	}

	private static void assertThatIsPage(HttpHeaders headers, String cached) {
		assertThat(headers.allValues("Cache-Control")).containsExactly("no-cache");
		assertThat(headers.allValues("Cache-Status")).singleElement()
			.asString()
			.startsWith(
					"findWebtoonPagesByPublishDay; " + (cached.equals("hit") ? "hit; ttl=" : "fwd=miss; stored; ttl="))
			.endsWith("; key=\"TUESDAY page 0\"");
	}

	/** In front of MVC, and by MVC. */
	@ParameterizedTest
	@ValueSource(strings = { PAGE, "/" })
	void sendsBrotliOnceTheBackgroundHasCompressed(String path) throws Exception {
		clear();
		String before = send(request("GET", path).header("Accept-Encoding", "gzip")).headers()
			.firstValue("ETag")
			.orElseThrow();
		await().until(() -> send(request("GET", path).header("Accept-Encoding", BROWSER)).headers()
			.firstValue("ETag")
			.equals(Optional.of(before.replace("-gzip", "-br"))));
		HttpResponse<byte[]> again = send(
				request("GET", path).header("Accept-Encoding", BROWSER).header("If-None-Match", before));
		assertThat(again.statusCode()).as("with the tag of the gzip response").isEqualTo(304);
		assertThat(again.headers().firstValue("ETag")).hasValue(before);
	}

	@ParameterizedTest
	@ValueSource(strings = { LIST, PAGE })
	void sendsTheSameHeadersForAHitInFrontOfMvcAndInMvc(String path) throws Exception {
		clear();
		send(request("GET", path));
		Map<String, List<String>> inFront = withoutDate(send(request("GET", path)));
		assertThat(withoutDate(send(request("GET", path + "&other=" + System.nanoTime())))).isEqualTo(inFront);
	}

	@Test
	void rejectsAnotherMethodOrTypeOfACachedPage() throws Exception {
		String etag = send(request("GET", PAGE)).headers().firstValue("ETag").orElseThrow();
		HttpResponse<byte[]> post = send(request("POST", PAGE).header("If-None-Match", etag));
		assertThat(post.statusCode()).isEqualTo(405);
		assertThat(post.headers().firstValue("Allow")).contains("GET");
		assertThatIsProblem(post);
		HttpResponse<byte[]> html = send(request("GET", PAGE).header("Accept", "text/html"));
		assertThat(html.statusCode()).isEqualTo(406);
		assertThatIsProblem(html);
	}

	@Test
	void checksIfMatch() throws Exception {
		String etag = send(request("GET", PAGE)).headers().firstValue("ETag").orElseThrow();
		assertThat(send(request("GET", PAGE).header("If-Match", etag)).statusCode()).isEqualTo(200);
		assertThat(send(request("GET", PAGE).header("If-Match", "\"other\"")).statusCode()).isEqualTo(412);
	}

	@Test
	void changesTheTagWithTheContent() throws Exception {
		String before = send(request("GET", LIST)).headers().firstValue("ETag").orElseThrow();
		clear();
		HttpResponse<byte[]> same = send(request("GET", LIST).header("If-None-Match", before));
		assertThat(same.statusCode()).as("loaded again, unchanged").isEqualTo(304);
		service.bean(JdbcTemplate.class).update("update webtoon set synopsis = 'another' where publish_day = 'MONDAY'");
		assertThat(send(request("GET", LIST).header("If-None-Match", before)).statusCode()).isEqualTo(304);
		clear();
		HttpResponse<byte[]> changed = send(request("GET", LIST).header("If-None-Match", before));
		assertThat(changed.statusCode()).isEqualTo(200);
		assertThat(changed.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(before);
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

	private static void assertThatIsProblem(HttpResponse<byte[]> response) {
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
		assertThat(response.headers().map()).doesNotContainKeys("ETag", "Content-Encoding");
		assertThat(new String(response.body(), StandardCharsets.UTF_8))
			.startsWith(response.request().method().equals("HEAD") ? "" : "{\"detail\":\"");
	}

	/** Compresses as the background does after a second. */
	private static void compress() throws IOException {
		for (EhCacheCache cache : service.bean(EhCacheCacheManager.class).caches()) {
			for (StoredEntry entry : cache.unwrap(EntryIndex.class).entriesAfter(0).map(Map.Entry::getValue).toList()) {
				if (entry.value() instanceof Representation representation) {
					Brotli.compress(representation);
				}
			}
		}
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
