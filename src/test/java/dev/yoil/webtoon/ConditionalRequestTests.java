package dev.yoil.webtoon;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.representation.Brotli;
import dev.yoil.representation.Representation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.CacheManager;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Conditional and encoded requests by RFC 9110 and RFC 9111, on a hit and on a miss.
 */
class ConditionalRequestTests {

	private static final String LIST = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String PAGE = "/api/v1/webtoon?publishDay=TUESDAY&page=0";

	private static final String BROWSER = "gzip, deflate, br, zstd";

	/** What a client accepts, and what it then gets. */
	private static final Map<String, Codings> CODINGS = new LinkedHashMap<>();

	static {
		CODINGS.put("", Codings.always(Coding.IDENTITY, Coding.GZIP));
		CODINGS.put("gzip", Codings.always(Coding.GZIP, Coding.IDENTITY));
		CODINGS.put(BROWSER, new Codings(Coding.GZIP, Coding.BROTLI, Coding.IDENTITY));
		CODINGS.put("br", new Codings(Coding.IDENTITY, Coding.BROTLI, Coding.GZIP));
		CODINGS.put("br, identity;q=0", new Codings(Coding.NONE, Coding.BROTLI, Coding.IDENTITY));
		CODINGS.put("zstd", Codings.always(Coding.IDENTITY, Coding.BROTLI));
		CODINGS.put("gzip, br;q=0.5", Codings.always(Coding.GZIP, Coding.BROTLI));
		CODINGS.put("identity;q=1, gzip;q=0.5", Codings.always(Coding.IDENTITY, Coding.GZIP));
		CODINGS.put("identity;q=0, *", new Codings(Coding.GZIP, Coding.BROTLI, Coding.IDENTITY));
		CODINGS.put("identity;q=0", Codings.always(Coding.NONE, Coding.GZIP));
	}

	private static RunningService service;

	private static byte[] json;

	private static String etag;

	private static String gzipEtag;

	private static String brotliEtag;

	@BeforeAll
	static void start() throws Exception {
		service = RunningService.shared();
		HttpResponse<byte[]> plain = send(request("GET", PAGE));
		json = plain.body();
		etag = plain.headers().firstValue("ETag").orElseThrow();
		gzipEtag = send(request("GET", PAGE).header("Accept-Encoding", "gzip")).headers()
			.firstValue("ETag")
			.orElseThrow();
		compress();
		brotliEtag = send(request("GET", PAGE).header("Accept-Encoding", "br")).headers()
			.firstValue("ETag")
			.orElseThrow();
		assertThat(Set.of(etag, gzipEtag, brotliEtag)).hasSize(3);
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	/**
	 * Every condition with every coding; of the rest, every pair.
	 */
	static Stream<Arguments> requests() {
		List<Arguments> requests = new ArrayList<>();
		for (Condition condition : Condition.values()) {
			int number = condition.ordinal();
			for (Map.Entry<String, Codings> coding : CODINGS.entrySet()) {
				String method = (number % 2 == 0) ? "GET" : "HEAD";
				boolean hit = number / 2 % 2 == 0;
				number++;
				requests
					.add(argumentSet(
							method + ", If-None-Match " + condition + ", Accept-Encoding '" + coding.getKey() + "', "
									+ (hit ? "hit" : "miss"),
							method, condition, coding.getKey(), coding.getValue(), hit));
			}
		}
		return requests.stream();
	}

	@ParameterizedTest
	@MethodSource("requests")
	void isAnsweredAsTheStandardsAsk(String method, Condition condition, String acceptEncoding, Codings codings,
			boolean hit) throws Exception {
		if (hit) {
			send(request("GET", PAGE));
			compress();
		}
		else {
			clear();
		}
		Coding coding = hit ? codings.later : codings.first;
		HttpRequest.Builder request = request(method, PAGE);
		if (!acceptEncoding.isEmpty()) {
			request.header("Accept-Encoding", acceptEncoding);
		}
		condition.values(coding, codings.never).forEach((value) -> request.header("If-None-Match", value));
		HttpResponse<byte[]> answer = send(request);
		HttpHeaders headers = answer.headers();
		assertThat(headers.allValues("Vary")).containsExactly("Accept-Encoding");
		if (coding == Coding.NONE) {
			assertThat(answer.statusCode()).isEqualTo(406);
			assertThatIsProblem(answer);
			return;
		}
		assertThat(headers.allValues("ETag")).containsExactly(coding.etag());
		assertThat(headers.allValues("Cache-Control")).containsExactly("no-cache");
		assertThat(headers.allValues("Cache-Status")).singleElement()
			.asString()
			.startsWith("findWebtoonPagesByPublishDay; " + (hit ? "hit; ttl=" : "fwd=miss; stored; ttl="))
			.endsWith("; key=\"TUESDAY page 0\"");
		if (condition.holds) {
			assertThat(answer.statusCode()).isEqualTo(304);
			assertThat(answer.body()).isEmpty();
			assertThat(headers.map()).doesNotContainKeys("Content-Type", "Content-Encoding");
			return;
		}
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(headers.firstValue("Content-Type")).contains("application/json");
		assertThat(headers.firstValue("Content-Encoding").orElse("identity")).isEqualTo(coding.name);
		assertThat(headers.map()).doesNotContainKey("Transfer-Encoding");
		if (method.equals("HEAD")) {
			assertThat(answer.body()).isEmpty();
			assertThat(headers.firstValueAsLong("Content-Length"))
				.hasValue(send(request("GET", PAGE).header("Accept-Encoding", coding.name)).body().length);
			return;
		}
		assertThat(headers.firstValueAsLong("Content-Length")).hasValue(answer.body().length);
		assertThat(coding.decoded(answer.body())).isEqualTo(json);
	}

	/** In front of MVC, and by MVC. */
	@ParameterizedTest
	@ValueSource(strings = { PAGE, "/" })
	void sendsBrotliOnceItWasMadeInTheBackground(String path) throws Exception {
		clear();
		String before = send(request("GET", path).header("Accept-Encoding", "gzip")).headers()
			.firstValue("ETag")
			.orElseThrow();
		await().until(() -> send(request("GET", path).header("Accept-Encoding", BROWSER)).headers()
			.firstValue("ETag")
			.equals(Optional.of(before.replace("-gzip", "-br"))));
		HttpResponse<byte[]> again = send(
				request("GET", path).header("Accept-Encoding", BROWSER).header("If-None-Match", before));
		assertThat(again.statusCode()).as("the same, as it came before").isEqualTo(304);
		assertThat(again.headers().firstValue("ETag")).hasValue(before);
	}

	@Test
	void refusesAnotherMethodWhateverTheCondition() throws Exception {
		HttpResponse<byte[]> answer = send(request("POST", PAGE).header("If-None-Match", etag));
		assertThat(answer.statusCode()).isEqualTo(405);
		assertThat(answer.headers().firstValue("Allow")).contains("GET");
		assertThatIsProblem(answer);
	}

	@ParameterizedTest
	@ValueSource(strings = { LIST, PAGE })
	void tellsTheSameOnAHitInFrontOfMvcAsInMvc(String path) throws Exception {
		clear();
		send(request("GET", path));
		Map<String, List<String>> inFront = withoutDate(send(request("GET", path)));
		assertThat(withoutDate(send(request("GET", path + "&other=" + System.nanoTime())))).isEqualTo(inFront);
	}

	@Test
	void refusesAnAnswerThatTheClientCannotReadAlsoWhenItIsCached() throws Exception {
		send(request("GET", PAGE));
		HttpResponse<byte[]> answer = send(request("GET", PAGE).header("Accept", "text/html"));
		assertThat(answer.statusCode()).isEqualTo(406);
		assertThatIsProblem(answer);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "tag", value = { "tag, 200", "*, 200", "\"other\", 412" })
	void isRefusedWhereTheClientWantsOnlyAnAnswerThatIsNoMore(@Nullable String wanted, int status) throws Exception {
		String tag = (wanted != null) ? wanted : etag;
		HttpResponse<byte[]> answer = send(request("GET", PAGE).header("If-Match", tag));
		assertThat(answer.statusCode()).isEqualTo(status);
		assertThat(send(request("GET", PAGE).header("If-Match", "W/" + etag)).statusCode()).isEqualTo(412);
	}

	@Test
	void changesTheTagWithTheAnswer() throws Exception {
		String before = send(request("GET", LIST)).headers().firstValue("ETag").orElseThrow();
		clear();
		HttpResponse<byte[]> same = send(request("GET", LIST).header("If-None-Match", before));
		assertThat(same.statusCode()).as("read again, but the same").isEqualTo(304);
		service.bean(JdbcTemplate.class).update("update webtoon set synopsis = 'another' where publish_day = 'MONDAY'");
		assertThat(send(request("GET", LIST).header("If-None-Match", before)).statusCode()).isEqualTo(304);
		clear();
		HttpResponse<byte[]> changed = send(request("GET", LIST).header("If-None-Match", before));
		assertThat(changed.statusCode()).isEqualTo(200);
		assertThat(changed.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(before);
	}

	private static Map<String, List<String>> withoutDate(HttpResponse<byte[]> answer) {
		assertThat(answer.statusCode()).isEqualTo(200);
		Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
		headers.remove("date");
		return headers;
	}

	private static void assertThatIsProblem(HttpResponse<byte[]> answer) {
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
		assertThat(answer.headers().map()).doesNotContainKeys("ETag", "Content-Encoding");
		if (answer.request().method().equals("HEAD")) {
			assertThat(answer.body()).isEmpty();
		}
		else {
			assertThat(new String(answer.body(), StandardCharsets.UTF_8)).startsWith("{\"detail\":\"");
		}
	}

	/** As the background would a second later. */
	private static void compress() throws IOException {
		for (EhCacheCache cache : service.bean(EhCacheCacheManager.class).caches()) {
			for (StoredEntry entry : CacheInternals.of(cache)
				.index()
				.entriesAfter(0)
				.map(Map.Entry::getValue)
				.toList()) {
				if (entry.value() instanceof Representation representation) {
					Brotli.compress(representation);
				}
			}
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

	/**
	 * What a client gets: first, once it is compressed with Brotli, and never.
	 */
	private record Codings(Coding first, Coding later, Coding never) {

		static Codings always(Coding coding, Coding never) {
			return new Codings(coding, coding, never);
		}

	}

	private enum Coding {

		IDENTITY("identity"), GZIP("gzip"), BROTLI("br"), NONE("");

		private final String name;

		Coding(String name) {
			this.name = name;
		}

		String etag() {
			return switch (this) {
				case IDENTITY, NONE -> etag;
				case GZIP -> gzipEtag;
				case BROTLI -> brotliEtag;
			};
		}

		byte[] decoded(byte[] body) throws IOException {
			InputStream bytes = new ByteArrayInputStream(body);
			try (InputStream decoded = switch (this) {
				case IDENTITY, NONE -> bytes;
				case GZIP -> new GZIPInputStream(bytes);
				case BROTLI -> new BrotliInputStream(bytes);
			}) {
				return decoded.readAllBytes();
			}
		}

	}

	private enum Condition {

		ABSENT(false), MATCH(true), WEAK(true), LIST(true), SEVERAL_LINES(true), ANY(true), STALE(false),
		OTHER_CODING(false), UNQUOTED(false);

		/** Whether the client has the answer, if there is one. */
		private final boolean holds;

		Condition(boolean holds) {
			this.holds = holds;
		}

		List<String> values(Coding coding, Coding never) {
			return switch (this) {
				case ABSENT -> List.of();
				case MATCH -> List.of(coding.etag());
				case WEAK -> List.of("W/" + coding.etag());
				case LIST -> List.of("\"a,b\" , W/\"old\",," + coding.etag() + ",\"c\"");
				case SEVERAL_LINES -> List.of("\"old\"", coding.etag());
				case ANY -> List.of("*");
				case STALE -> List.of("\"old\"");
				case OTHER_CODING -> List.of(never.etag());
				case UNQUOTED -> List.of(coding.etag().replace("\"", ""));
			};
		}

	}

}
