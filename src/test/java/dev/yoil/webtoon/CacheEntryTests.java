package dev.yoil.webtoon;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The entries of a cache over HTTP.
 */
class CacheEntryTests {

	private static final String CACHE = "/api/v1/cache/findWebtoonPagesByPublishDay";

	private static final String ENTRIES = CACHE + "/entries";

	private static RunningService service;

	private static EhCacheCache cache;

	@BeforeAll
	static void start() {
		service = RunningService.shared();
		cache = service.bean(EhCacheCacheManager.class)
			.caches()
			.stream()
			.filter((candidate) -> candidate.getName().equals("findWebtoonPagesByPublishDay"))
			.findAny()
			.orElseThrow();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@BeforeEach
	void clear() {
		cache.clear();
	}

	static List<String> hostileKeys() {
		return List.of("<script>alert(\"x\")</script>", "it's \"quoted\" \\ and `more`", "k".repeat(10_000) + "END",
				"👩‍👩‍👧‍👦 and 😀", "a\u0000b\u0007\r\n\t\u001B[31m", "\u2028\u2029\u202Eabc", "half \uD83D of one",
				"a&b=c#d?e%20+f", "");
	}

	@ParameterizedTest
	@MethodSource("hostileKeys")
	void showsAndFindsAnyKey(String key) throws Exception {
		String shown = new String(key.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
		cache.put("another", 1);
		cache.put(key, "value of " + key);
		String sought = shown.substring(Math.max(0, shown.length() - 500));
		JsonNode found = service.json(ENTRIES + "?sort=age&order=asc&search=" + encoded(sought));
		assertThat(found.get("matched").asInt()).isEqualTo(key.isEmpty() ? 2 : 1);
		JsonNode entry = found.get("entries").get(key.isEmpty() ? 1 : 0);
		assertThat(entry.get("key").asString()).isEqualTo(shown);
		JsonNode details = service.json(ENTRIES + "/" + entry.get("id").asString());
		assertThat(details.get("key").asString()).isEqualTo(shown);
		assertThat(details.get("value").asString()).contains("value of ");
		assertThat(service.json(CACHE).get("entries")).anyMatch((other) -> other.get("key").asString().equals(shown));
		HttpResponse<String> removed = new Administrator(service).send("POST", CACHE + "/removals",
				"{\"id\":\"" + entry.get("id").asString() + "\"}");
		assertThat(JsonMapper.shared().readTree(removed.body()).at("/keys/0").asString()).isEqualTo(shown);
		assertThat(service.json(CACHE + "/removals?limit=1").get(0).get("key").asString()).isEqualTo(shown);
	}

	@Test
	void hasTheDocumentedFields() throws Exception {
		cache.put("key", "value");
		assertThat(service.json(ENTRIES).propertyNames()).containsExactly("total", "matched", "entries");
		JsonNode entry = service.json(ENTRIES).get("entries").get(0);
		List<String> shared = List.of("id", "key", "version", "hitCount", "createdAt", "lastAccessedAt", "expiresAt",
				"expiresBy", "expired", "servableUntil", "size");
		assertThat(entry.propertyNames()).containsExactlyElementsOf(shared);
		assertThat(entry.get("id").isString()).isTrue();
		assertThat(entry.get("size").asLong()).isEqualTo(7);
		HttpResponse<String> details = service.get(ENTRIES + "/" + entry.get("id").asString());
		assertThat(details.headers().firstValue("Cache-Control")).contains("no-store");
		assertThat(service.json(ENTRIES + "/" + entry.get("id").asString()).propertyNames()).containsAll(shared)
			.contains("value", "valueLength", "valueDetails", "history");
		assertThat(service.json(CACHE).get("entries").get(0).propertyNames()).contains("id", "size");
	}

	@ParameterizedTest
	@ValueSource(strings = { "entered", "hits", "timeLeft" })
	void sortsInTheDefaultDirection(String sort) throws Exception {
		for (String key : new String[] { "short", "longer", "longest" }) {
			cache.put(key, key);
			service.clock().advance(Duration.ofMillis(1));
		}
		cache.get("longer");
		String usual = (sort.equals("entered") || sort.equals("timeLeft")) ? "asc" : "desc";
		assertThat(service.json(ENTRIES + "?sort=" + sort))
			.isEqualTo(service.json(ENTRIES + "?sort=" + sort + "&order=" + usual));
		assertThat(service.json(ENTRIES + "?sort=" + sort))
			.isNotEqualTo(service.json(ENTRIES + "?sort=" + sort + "&order=" + (usual.equals("asc") ? "desc" : "asc")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					entries?sort=key       | 400 | Invalid value 'key' of parameter 'sort': write a text that matches entered|hits|age|accessed|timeLeft|size.
					entries?limit=0        | 400 | Invalid value '0' of parameter 'limit': write a whole number from 1 to 1000.
					entries/x              | 400 | Invalid value 'x' of parameter 'id': write a whole number.
					entries/-1             | 404 | has no entry -1. It may have left
					""")
	void rejectsInvalidParametersAndUnknownEntries(String path, int status, String detail) throws Exception {
		HttpResponse<String> response = service.get(CACHE + "/" + path);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains(detail)
			.contains("urn:yoil:ehcache:problem:" + ((status == 404) ? "unknown-entry" : "refused-parameter"));
	}

	@Test
	void limitsTheSearchText() throws Exception {
		assertThat(service.get(ENTRIES + "?search=" + "x".repeat(1_000)).statusCode()).isEqualTo(200);
		assertThat(service.get(ENTRIES + "?search=" + encoded("😀".repeat(500))).statusCode()).isEqualTo(200);
		HttpResponse<String> response = service.get(ENTRIES + "?search=" + "x".repeat(1_001));
		assertThat(response.statusCode()).isEqualTo(400);
		assertThat(response.body()).contains("Invalid value 'xxx", "of parameter 'search'",
				": write up to 1000 characters.");
	}

	@Test
	void reportsDisabledCaching() throws Exception {
		try (RunningService off = RunningService.uncached()) {
			for (String path : new String[] { "", "/entries", "/entries/1", "/history", "/findings" }) {
				HttpResponse<String> response = off.get(CACHE + path);
				assertThat(response.statusCode()).isEqualTo(404);
				assertThat(response.body())
					.contains("There is no cache to inspect: spring.cache.type disables caching");
			}
		}
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
