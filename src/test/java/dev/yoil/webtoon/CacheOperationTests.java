package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheInternals;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operators do to caches. Each test begins with empty caches, none bypassed, at a
 * moment at which nothing was done to them yet.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CacheOperationTests {

	private static final String CACHE = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private final RunningService service = RunningService.shared();

	@BeforeEach
	void begin() throws Exception {
		assertThat(delete(CACHE + "/bypass").statusCode()).isEqualTo(204);
		CacheManager caches = this.service.bean(CacheManager.class);
		caches.getCacheNames().forEach((name) -> caches.getCache(name).clear());
		this.service.clock().advance(Duration.ofSeconds(1));
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@Test
	void emptiesOneCacheAndSaysSo() throws Exception {
		this.service.get(MONDAY);
		this.service.get(MONDAY + "&page=0");
		assertThat(delete(CACHE + "/entries").statusCode()).isEqualTo(204);
		assertThat(this.service.json(CACHE).get("size").asLong()).isZero();
		assertThat(removal(CACHE).get("cause").asString()).isEqualTo("CLEARED");
		assertThat(this.service.json("/api/v1/cache/findWebtoonPagesByPublishDay").get("size").asLong()).isPositive();
		assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow()).contains("fwd=miss");
	}

	@Test
	void knowsNoOtherCache() throws Exception {
		HttpResponse<String> answer = delete("/api/v1/cache/findWebtoons/entries");
		assertThat(answer.statusCode()).isEqualTo(404);
		assertThat(answer.body()).contains("There is no cache 'findWebtoons'. Known caches: ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "Host: localhost", "Host: yoil.example", "Host: localhost\r\nX-Forwarded-For: 127.0.0.1",
			"Host: localhost\r\nAuthorization: Basic YWRtaW46d3Jvbmc=" })
	void changesNothingWithoutTheCredentials(String headers) throws Exception {
		this.service.get(MONDAY);
		RawHttp.Answer answer = RawHttp.send(this.service.port(), "DELETE " + CACHE + "/entries HTTP/1.1", headers);
		assertThat(answer.status()).isEqualTo(401);
		assertThat(answer.headers()).containsEntry("content-type", "application/problem+json")
			.containsEntry("www-authenticate", "Basic realm=\"Yoil\", charset=\"UTF-8\"");
		assertThat(answer.body()).contains("urn:yoil:problem:unauthenticated");
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST", "PUT", "PATCH" })
	void takesNoOtherMethod(String method) throws Exception {
		assertThat(new Administrator(this.service).send(method, CACHE + "/entries", null).statusCode()).isEqualTo(405);
	}

	@Test
	void takesOutOneEntryByItsIdAndSaysWhoDidIt() throws Exception {
		this.service.get(MONDAY);
		this.service.get("/api/v1/webtoon?publishDay=SUNDAY");
		JsonNode monday = this.service.json(CACHE + "/entries").at("/entries/0");
		assertThat(monday.get("key").asString()).isEqualTo("MONDAY");
		String itsId = "{\"id\":\"" + monday.get("id").asString() + "\"}";
		HttpResponse<String> answer = remove(itsId);
		assertThat(answer.body()).isEqualTo("{\"matched\":1,\"removed\":1,\"dryRun\":false,\"keys\":[\"MONDAY\"]}");
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
		JsonNode removal = removal(CACHE);
		assertThat(removal.get("key").asString()).isEqualTo("MONDAY");
		assertThat(removal.get("cause").asString()).isEqualTo("REMOVED");
		assertThat(removal.get("by").asString()).isEqualTo("admin");
		assertThat(this.service.json(CACHE).at("/entries/0/key").asString()).isEqualTo("SUNDAY");
		assertThat(remove(itsId)).satisfies(isProblem(404, "unknown-entry"));
		assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow()).contains("fwd=miss");
		assertThat(remove(itsId)).satisfies(isProblem(404, "unknown-entry"));
	}

	@Test
	void countsFirstAndThenRemovesWhatMatches() throws Exception {
		for (String day : new String[] { "MONDAY", "TUESDAY", "SUNDAY" }) {
			this.service.get("/api/v1/webtoon?publishDay=" + day);
		}
		assertThat(remove("{\"pattern\":\"*U*DAY\",\"dryRun\":true}").body())
			.isEqualTo("{\"matched\":2,\"removed\":0,\"dryRun\":true,\"keys\":[\"TUESDAY\",\"SUNDAY\"]}");
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(3);
		assertThat(operations()).isEmpty();
		assertThat(remove("{\"pattern\":\"*U*DAY\",\"dryRun\":false}").body()).contains("\"matched\":2,\"removed\":2");
		assertThat(remove("{\"key\":\"monday\"}").body()).contains("\"matched\":0,\"removed\":0");
		assertThat(remove("{\"key\":\"MONDAY\"}").body()).contains("\"matched\":1,\"removed\":1");
		assertThat(this.service.json(CACHE).get("size").asLong()).isZero();
		JsonNode operations = this.service.json(CACHE + "/operations?limit=3");
		assertThat(operations).containsExactlyElementsOf(operations());
		assertThat(operations).extracting((done) -> done.get("action").asString())
			.containsExactly("REMOVE", "REMOVE", "REMOVE_PATTERN");
		assertThat(operations).extracting((done) -> done.get("target").asString())
			.containsExactly("MONDAY", "monday", "*U*DAY");
		assertThat(operations).extracting((done) -> done.get("removed").asLong()).containsExactly(1L, 0L, 2L);
		assertThat(operations).extracting((done) -> done.get("by").asString()).containsOnly("admin");
	}

	@Test
	void servesNothingWhileBypassedAndBeginsEmptyAfterwards() throws Exception {
		long misses = misses();
		this.service.get(MONDAY);
		HttpResponse<String> bypassed = new Administrator(this.service).send("PUT", CACHE + "/bypass", null);
		assertThat(bypassed.statusCode()).isEqualTo(200);
		assertThat(bypassed.body()).matches("\\{\"since\":\"[^\"]+\",\"by\":\"admin\"}");
		assertThat(new Administrator(this.service).send("PUT", CACHE + "/bypass", null).body())
			.isEqualTo(bypassed.body());
		assertThat(this.service.json(CACHE + "?limit=0").get("bypassed")).hasToString(bypassed.body());
		JsonNode removal = removal(CACHE);
		assertThat(removal.get("cause").asString()).isEqualTo("BYPASSED");
		assertThat(removal.get("by").asString()).isEqualTo("admin");
		for (int i = 0; i < 2; i++) {
			assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow())
				.isEqualTo("findWebtoonsByPublishDay; fwd=bypass; key=\"MONDAY\"");
		}
		assertThat(this.service.json(CACHE).get("size").asLong()).isZero();
		assertThat(misses()).isEqualTo(misses + 3);
		for (int i = 0; i < 2; i++) {
			HttpResponse<String> ended = delete(CACHE + "/bypass");
			assertThat(ended.statusCode()).isEqualTo(204);
			assertThat(ended.headers().firstValue("Cache-Control")).contains("no-store");
		}
		assertThat(this.service.json(CACHE).get("bypassed").isNull()).isTrue();
		assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow()).contains("fwd=miss");
		assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow()).contains("; hit");
		assertThat(operations()).extracting((done) -> done.get("action").asString())
			.containsExactly("END_BYPASS", "BYPASS");
	}

	@Test
	void refusesToGuessWhatIsMeant() throws Exception {
		this.service.get(MONDAY);
		for (String body : new String[] { "{}", "{\"dryRun\":true}", "{\"id\":\"1\",\"key\":\"a\"}",
				"{\"id\":null,\"key\":null,\"pattern\":null}", "{\"key\":\"a\",\"pattern\":\"a\"}", "{\"id\":\"one\"}",
				"{\"id\":\"-1\"}", "{\"id\":\"\"}", "{\"id\":\"9223372036854775808\"}", "{\"pattern\":\"\"}",
				"{\"pattern\":\"" + "a".repeat(1_001) + "\"}" }) {
			assertThat(remove(body)).as(body).satisfies(isProblem(400, "refused-removal"));
		}
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
	}

	@Test
	void refusesABodyOfAnotherForm() throws Exception {
		this.service.get(MONDAY);
		for (String body : new String[] { "", "null", "[]", "\"a\"", "{\"id\":1}", "{\"key\":[\"a\"]}",
				"{\"pattern\":{}}", "{\"pattern\":\"*\",\"dryRun\":\"yes\"}", "{\"pattern\":\"*\",\"dryRun\":\" \"}",
				"{\"pattern\":\"*\",\"dryRun\":\"\"}", "{\"pattern\":\"*\",\"dryRun\":\"\\u0000\"}",
				"{\"pattern\":\"*\",\"dry\":true}", "{\"pattern\":\"*\",\"DryRun\":true}", "{\"pattern\":\"*\"" }) {
			HttpResponse<String> answer = remove(body);
			assertThat(answer.statusCode()).as(body).isEqualTo(400);
			assertThat(answer.body()).contains("urn:yoil:problem:unreadable-body");
		}
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
	}

	@Test
	void isForTheAdministratorOnPagesOfThisSite() throws Exception {
		this.service.get(MONDAY);
		String administrator = "Authorization: " + Administrator.credentials(Administrator.PASSWORD);
		for (String operation : new String[] { "POST /removals", "PUT /bypass", "DELETE /bypass", "DELETE /entries" }) {
			String request = operation.replace(" ", " " + CACHE) + " HTTP/1.1";
			assertThat(RawHttp.send(this.service.port(), request, "Host: localhost").status()).as(operation)
				.isEqualTo(401);
			assertThat(RawHttp
				.send(this.service.port(), request, "Host: localhost", administrator,
						"Origin: http://elsewhere.example")
				.body()).as(operation).contains("urn:yoil:problem:foreign-origin");
		}
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
		assertThat(this.service.json(CACHE).get("bypassed").isNull()).isTrue();
	}

	@Test
	void takesOutKeysOfAnyCharacters() throws Exception {
		Cache cache = this.service.bean(CacheManager.class).getCache("findGenres");
		JsonMapper json = new JsonMapper();
		for (String key : new String[] { "<script>alert('1')</script>", "\"quotes\" & 'quotes'",
				"\uD83D\uDE00 \uD83D\uDC68\u200D\uD83D\uDC69", "*?\\", "two\nlines\r\n\u0000", "", " ",
				"요일".repeat(5_000), "\u0001".repeat(10_000) }) {
			for (String way : new String[] { "id", "key", "pattern" }) {
				cache.put(key, "value");
				String path = "/api/v1/cache/findGenres";
				String pattern = "*" + key.replaceAll("[\\\\*?]", "\\\\$0");
				String value = switch (way) {
					case "id" -> Long.toString(id(key));
					case "key" -> key;
					default -> (key.length() < 10_000) ? pattern : "*" + key.substring(0, 100) + "*";
				};
				HttpResponse<String> answer = new Administrator(this.service).send("POST", path + "/removals",
						json.writeValueAsString(Map.of(way, value)));
				assertThat(answer.statusCode()).as("%s %s", way, answer.body()).isEqualTo(200);
				JsonNode body = json.readTree(answer.body());
				assertThat(body.get("removed").asLong()).isEqualTo(1);
				assertThat(body.at("/keys/0").asString()).isEqualTo(key);
				JsonNode removal = removal(path);
				assertThat(removal.get("key").asString()).isEqualTo(key);
				assertThat(removal.get("by").asString()).isEqualTo("admin");
			}
		}
	}

	@Test
	void knowsNoOtherCacheHoweverItIsToChange() throws Exception {
		Administrator administrator = new Administrator(this.service);
		String nothing = "/api/v1/cache/nothing";
		for (HttpResponse<String> answer : List.of(administrator.send("PUT", nothing + "/bypass", null),
				administrator.send("DELETE", nothing + "/bypass", null),
				administrator.send("DELETE", nothing + "/entries", null),
				administrator.send("POST", nothing + "/removals", "{\"id\":\"1\"}"),
				administrator.send("POST", nothing + "/removals", "{\"key\":\"a\"}"),
				administrator.send("POST", nothing + "/removals", "{\"pattern\":\"*\",\"dryRun\":true}"),
				this.service.get(nothing + "/operations"))) {
			assertThat(answer).satisfies(isProblem(404, "unknown-cache"));
		}
	}

	/**
	 * What left a cache last, which it did in this test.
	 */
	private JsonNode removal(String cache) throws Exception {
		JsonNode removal = this.service.json(cache + "/removals").get(0);
		assertThat(removal.get("at").asString()).isEqualTo(this.service.clock().instant().toString());
		return removal;
	}

	/**
	 * What was done in this test, the latest first.
	 */
	private List<JsonNode> operations() throws Exception {
		String now = this.service.clock().instant().toString();
		return StreamSupport.stream(this.service.json(CACHE + "/operations").spliterator(), false)
			.filter((done) -> done.get("at").asString().equals(now))
			.toList();
	}

	private long misses() throws Exception {
		return this.service.json(CACHE).at("/statistics/misses").asLong();
	}

	private long id(String key) {
		return CacheInternals
			.of(EhCacheCacheManager.undecorated(this.service.bean(CacheManager.class).getCache("findGenres")))
			.index()
			.find(key)
			.sequence();
	}

	private HttpResponse<String> remove(String body) throws Exception {
		return new Administrator(this.service).send("POST", CACHE + "/removals", body);
	}

	private static Consumer<HttpResponse<String>> isProblem(int status, String type) {
		return (answer) -> {
			assertThat(answer.body()).contains("urn:yoil:ehcache:problem:" + type);
			assertThat(answer.statusCode()).isEqualTo(status);
		};
	}

	private HttpResponse<String> delete(String path) throws Exception {
		return new Administrator(this.service).send("DELETE", path, null);
	}

}
