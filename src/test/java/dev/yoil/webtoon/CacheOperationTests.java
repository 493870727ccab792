package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operations on caches over HTTP. Each test starts with empty caches and its own time.
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
	void clearsOneCacheAndRecordsIt() throws Exception {
		this.service.get(MONDAY);
		this.service.get(MONDAY + "&page=0");
		assertThat(delete(CACHE + "/entries").statusCode()).isEqualTo(204);
		assertThat(this.service.json(CACHE).get("size").asLong()).isZero();
		assertThat(removal(CACHE).get("cause").asString()).isEqualTo("CLEARED");
		assertThat(this.service.json("/api/v1/cache/findWebtoonPagesByPublishDay").get("size").asLong()).isPositive();
		assertThat(this.service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow()).contains("fwd=miss");
	}

	@Test
	void removesAnEntryByIdAndRecordsTheOperator() throws Exception {
		this.service.get(MONDAY);
		this.service.get("/api/v1/webtoon?publishDay=SUNDAY");
		JsonNode monday = this.service.json(CACHE + "/entries").at("/entries/0");
		assertThat(monday.get("key").asString()).isEqualTo("MONDAY");
		String itsId = "{\"id\":\"" + monday.get("id").asString() + "\"}";
		HttpResponse<String> response = remove(itsId);
		assertThat(response.body()).isEqualTo("{\"matched\":1,\"removed\":1,\"dryRun\":false,\"keys\":[\"MONDAY\"]}");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
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
	void countsInADryRunAndRemovesMatches() throws Exception {
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
	void servesNothingDuringABypass() throws Exception {
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
	void rejectsAmbiguousRemovals() throws Exception {
		this.service.get(MONDAY);
		for (String body : new String[] { "{}", "{\"dryRun\":true}", "{\"id\":\"1\",\"key\":\"a\"}",
				"{\"key\":\"a\",\"pattern\":\"a\"}", "{\"id\":\"-1\"}", "{\"id\":\"9223372036854775808\"}",
				"{\"pattern\":\"\"}", "{\"pattern\":\"" + "a".repeat(1_001) + "\"}" }) {
			assertThat(remove(body)).as(body).satisfies(isProblem(400, "refused-removal"));
		}
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
	}

	@Test
	void rejectsUnreadableBodies() throws Exception {
		this.service.get(MONDAY);
		for (String body : new String[] { "", "null", "{\"id\":1}", "{\"pattern\":{}}",
				"{\"pattern\":\"*\",\"dryRun\":\"\"}", "{\"pattern\":\"*\",\"DryRun\":true}" }) {
			HttpResponse<String> response = remove(body);
			assertThat(response.statusCode()).as(body).isEqualTo(400);
			assertThat(response.body()).contains("urn:yoil:problem:unreadable-body");
		}
		assertThat(this.service.json(CACHE).get("size").asLong()).isEqualTo(1);
	}

	@Test
	void rejectsUnknownCaches() throws Exception {
		Administrator administrator = new Administrator(this.service);
		String nothing = "/api/v1/cache/nothing";
		for (HttpResponse<String> response : List.of(administrator.send("PUT", nothing + "/bypass", null),
				administrator.send("DELETE", nothing + "/bypass", null),
				administrator.send("DELETE", nothing + "/entries", null),
				administrator.send("POST", nothing + "/removals", "{\"id\":\"1\"}"), this.service.get(nothing),
				this.service.get(nothing + "/entries"), this.service.get(nothing + "/history"),
				this.service.get(nothing + "/findings"), this.service.get(nothing + "/operations"))) {
			assertThat(response).satisfies(isProblem(404, "unknown-cache"));
			assertThat(response.body())
				.contains("There is no cache 'nothing'. Known caches: findWebtoonsByPublishDay,");
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

	private HttpResponse<String> remove(String body) throws Exception {
		return new Administrator(this.service).send("POST", CACHE + "/removals", body);
	}

	private static Consumer<HttpResponse<String>> isProblem(int status, String type) {
		return (response) -> {
			assertThat(response.body()).contains("urn:yoil:ehcache:problem:" + type);
			assertThat(response.statusCode()).isEqualTo(status);
		};
	}

	private HttpResponse<String> delete(String path) throws Exception {
		return new Administrator(this.service).send("DELETE", path, null);
	}

}
