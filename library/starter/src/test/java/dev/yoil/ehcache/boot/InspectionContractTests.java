package dev.yoil.ehcache.boot;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.inspect.CacheHistory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.cache.Cache;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static dev.yoil.ehcache.boot.InspectedApplication.isProblem;
import static dev.yoil.ehcache.boot.InspectedApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The inspection over HTTP: what each path returns, changes and rejects.
 */
class InspectionContractTests {

	private static final String USERS = "/users";

	private static final List<String> NAMES = List.of("user:cache", "웹툰목록", "User#roles", "User", "a/b", "a%2Fb", "..",
			"x;y=1", "a b+c", "a~b", "\"<&>", "status", "findings", "history", "😀", "#3 rows", "long".repeat(50));

	static final List<String> HOSTILE_KEYS = List.of("<script>alert(\"x\")</script>", "it's \"quoted\" \\ and `more`",
			"k".repeat(10_000) + "END", "👩‍👩‍👧‍👦 and 😀", "a\u0000b\u0007\r\n\t\u001B[31m", "\u2028\u2029\u202Eabc",
			"half \uD83D of one", "a&b=c#d?e%20+f", "");

	@TempDir
	private static Path directory;

	private static InspectedApplication application;

	@BeforeAll
	static void start() throws Exception {
		String named = NAMES.stream()
			.map((name) -> cache(name.replace("&", "&amp;").replace("<", "&lt;"), "<heap>10</heap>"))
			.collect(Collectors.joining());
		Path file = Files.writeString(directory.resolve("ehcache.xml"),
				TestCaches.HEAD + "\n" + cache("users", "<heap>100</heap>") + cache("recent", "<heap>9</heap>")
						+ cache("sorted", "<heap>9</heap><y:policy ttl='1h'/>")
						+ cache("shown", "<heap>9</heap><y:policy ttl='10s' tti='5s' stale-if-error='1m'/>") + named
						+ "</config>");
		application = new InspectedApplication(file);
	}

	private static String cache(String name, String elements) {
		return "<cache alias='" + name + "'>" + elements + "</cache>";
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void begin() throws Exception {
		send("DELETE", USERS + "/bypass", null);
		users().clear();
		application.clock().advance(Duration.ofSeconds(1));
	}

	private static Cache users() {
		return application.cache("users");
	}

	private static HttpResponse<String> send(String method, String path, @Nullable String body) throws Exception {
		return application.send(method, path, body);
	}

	private static JsonNode get(String path) throws Exception {
		return application.get(path);
	}

	private static JsonNode remove(String body) throws Exception {
		return json(send("POST", USERS + "/removals", body));
	}

	private static long size() throws Exception {
		return get(USERS).get("size").asLong();
	}

	/** The operations of this test, the latest first, as "action target removed". */
	private static List<String> operations() throws Exception {
		String now = application.clock().instant().toString();
		return get(USERS + "/operations").valueStream()
			.filter((done) -> done.get("at").asString().equals(now) && done.get("by").asString().equals("admin"))
			.map((done) -> done.get("action").asString() + " " + done.get("target").asString("") + " "
					+ done.get("removed").asLong())
			.filter((done) -> !done.equals("END_BYPASS  0"))
			.toList();
	}

	private static void latestRemoval(String key, String cause, @Nullable String by) throws Exception {
		JsonNode removal = get(USERS + "/removals?limit=1").get(0);
		assertThat(removal.get("key").asString()).isEqualTo(key);
		assertThat(removal.get("cause").asString()).isEqualTo(cause);
		assertThat(removal.get("by").asString(null)).isEqualTo(by);
	}

	@Test
	void showsPolicyStatisticsAndEntries() throws Exception {
		application.clock().set(Instant.parse("2026-11-24T03:00:00Z"));
		application.cache("shown").get("alice", () -> "A".repeat(2_000));
		application.clock().advance(Duration.ofSeconds(1));
		application.cache("shown").get("alice");
		JsonNode shown = get("/shown");
		assertThat(get("").get("shown")).isEqualTo(shown);
		assertThat(shown.at("/statistics/meanLoadMillis").asDouble()).isPositive();
		assertThat(shown.get("loadTimes").propertyNames()).containsExactly("p50Millis", "p95Millis", "p99Millis");
		ObjectNode known = shown.deepCopy().asObject().without("loadTimes");
		((ObjectNode) known.get("statistics")).remove("meanLoadMillis");
		assertThat(known).isEqualTo(JsonMapper.shared().readTree("""
				{"policy":{"ttl":"10s","tti":"5s","until":null,"zone":null,"refreshAfter":null,"staleIfError":"1m",
				"loadTimeout":null,"nullTtl":null,"jitter":null,"softTimeout":null,"edge":null,"eviction":"LRU",
				"capacity":9,"capacityBytes":null},"size":1,"bytes":null,"levels":[],
				"statistics":{"hits":1,"misses":1,"puts":1,"evictions":0,"expirations":0,"explicitRemovals":0,"loads":1,
				"failedLoads":0,"goneLoads":0,"sharedLoads":0,"staleServed":0,"failedWrites":0,"removalRequests":0,
				"removalRequestsMatched":0,"bypasses":0,"tierHits":0,"tierMisses":0,"tierRefusals":0,"duplicateLoads":0,
				"voidedLoads":0,"hitRatio":0.5,"missesAfterEviction":0},"lastFailedLoad":null,
				"entries":[{"id":"1","key":"alice","version":1,"hitCount":1,"createdAt":"2026-11-24T03:00:00Z",
				"lastAccessedAt":"2026-11-24T03:00:01Z","expiresAt":"2026-11-24T03:00:06Z","expiresBy":"TTI",
				"expired":false,"servableUntil":"2026-11-24T03:01:06Z","size":2002,"value":"\\"%s","valueLength":2002,
				"valueDetails":{}}],"nextCursor":null,"bypassed":null}""".formatted("A".repeat(999))));
		assertThat(get("/shown/entries")).isEqualTo(JsonMapper.shared().readTree("""
				{"total":1,"matched":1,"entries":[{"id":"1","key":"alice","version":1,"hitCount":1,
				"createdAt":"2026-11-24T03:00:00Z","lastAccessedAt":"2026-11-24T03:00:01Z",
				"expiresAt":"2026-11-24T03:00:06Z","expiresBy":"TTI","expired":false,
				"servableUntil":"2026-11-24T03:01:06Z","size":2002}]}"""));
		assertThat(get("/shown/entries/1").get("value").asString()).hasSize(2_002);
		assertThat(get("/shown/entries/1").propertyNames()).contains("valueLength", "valueDetails", "load", "history");
	}

	@ParameterizedTest
	@FieldSource("HOSTILE_KEYS")
	void showsFindsAndRemovesAnyKey(String key) throws Exception {
		String shown = new String(key.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
		users().put("another", 1);
		users().put(key, "value of " + key);
		String sought = shown.substring(Math.max(0, shown.length() - 500));
		JsonNode found = get(USERS + "/entries?sort=age&order=asc&search=" + encoded(sought));
		assertThat(found.get("matched").asInt()).isEqualTo(key.isEmpty() ? 2 : 1);
		JsonNode entry = found.get("entries").get(key.isEmpty() ? 1 : 0);
		assertThat(entry.get("key").asString()).isEqualTo(shown);
		String id = entry.get("id").asString();
		JsonNode details = get(USERS + "/entries/" + id);
		assertThat(details.get("key").asString()).isEqualTo(shown);
		assertThat(details.get("value").asString()).contains("value of ");
		assertThat(get(USERS).get("entries")).anyMatch((other) -> other.get("key").asString().equals(shown));
		assertThat(remove("{\"id\":\"" + id + "\"}").at("/keys/0").asString()).isEqualTo(shown);
		latestRemoval(shown, "REMOVED", "admin");
	}

	@ParameterizedTest
	@CsvSource({ "entered, asc, desc", "hits, desc, asc", "timeLeft, asc, desc" })
	void sortsInTheDefaultDirection(String sort, String order, String other) throws Exception {
		for (String key : List.of("short", "longer", "longest")) {
			application.cache("sorted").put(key, key);
			application.clock().advance(Duration.ofMillis(1));
		}
		application.cache("sorted").get("longer");
		String sorted = "/sorted/entries?sort=" + sort;
		assertThat(get(sorted)).isEqualTo(get(sorted + "&order=" + order))
			.isNotEqualTo(get(sorted + "&order=" + other));
	}

	@ParameterizedTest
	@FieldSource("NAMES")
	void findsACacheOfAnyName(String name) throws Exception {
		application.cache(name).put("key of " + name, "value");
		assertThat(get("").has(name)).isTrue();
		// As the console encodes it.
		String path = "/" + Pattern.compile(name.matches("status|findings|history|\\.+") ? "^." : "[^\\w.-]")
			.matcher(name)
			.replaceAll((found) -> found.group().chars().mapToObj("~%04X"::formatted).collect(Collectors.joining()));
		assertThat(get(path + "/entries").at("/entries/0/key").asString()).isEqualTo("key of " + name);
		assertThat(send("DELETE", path + "/entries", null).statusCode()).isEqualTo(204);
		assertThat(get(path).get("size").asLong()).isZero();
		if (!name.matches("(?s).*[/%;~\"<.].*|status|findings|history")) {
			assertThat(get("/" + encoded(name).replace("+", "%20")).get("size").asLong()).isZero();
		}
	}

	@Test
	void removesByIdKeyAndPattern() throws Exception {
		Stream.of("MONDAY", "TUESDAY", "SUNDAY").forEach((key) -> users().put(key, "value"));
		String all = "{\"pattern\":\"*U*DAY\",\"dryRun\":true}";
		assertThat(remove(all))
			.hasToString("{\"matched\":2,\"removed\":0,\"dryRun\":true,\"keys\":[\"TUESDAY\",\"SUNDAY\"]}");
		assertThat(size()).isEqualTo(3);
		assertThat(operations()).isEmpty();
		assertThat(remove(all.replace("true", "false")).get("removed").asLong()).isEqualTo(2);
		assertThat(remove("{\"key\":\"monday\"}").get("removed").asLong()).isZero();
		assertThat(remove("{\"key\":\"MONDAY\"}"))
			.hasToString("{\"matched\":1,\"removed\":1,\"dryRun\":false,\"keys\":[\"MONDAY\"]}");
		latestRemoval("MONDAY", "REMOVED", "admin");
		assertThat(operations()).containsExactly("REMOVE MONDAY 1", "REMOVE monday 0", "REMOVE_PATTERN *U*DAY 2");
		assertThat(get(USERS + "/operations?limit=1")).hasSize(1);
		users().put("MONDAY", "value");
		String id = "{\"id\":\"" + get(USERS + "/entries").at("/entries/0/id").asString() + "\"}";
		assertThat(remove(id).get("removed").asLong()).isEqualTo(1);
		isProblem(send("POST", USERS + "/removals", id), 404, "unknown-entry", "It may have left");
	}

	@Test
	void clearsOneCache() throws Exception {
		users().put("alice", "Alice");
		application.cache("sorted").put("alice", "Alice");
		HttpResponse<String> cleared = send("DELETE", USERS + "/entries", null);
		assertThat(cleared.statusCode()).isEqualTo(204);
		assertThat(cleared.headers().firstValue("Cache-Control")).contains("no-store");
		assertThat(size()).isZero();
		latestRemoval("alice", "CLEARED", "admin");
		assertThat(application.cache("sorted").get("alice")).isNotNull();
	}

	@Test
	void bypassesACache() throws Exception {
		users().put("alice", "Alice");
		String bypassed = "{\"since\":\"" + application.clock().instant() + "\",\"by\":\"admin\"}";
		for (int i = 0; i < 2; i++) {
			assertThat(json(send("PUT", USERS + "/bypass", null))).hasToString(bypassed);
			application.clock().advance(Duration.ofSeconds(i));
		}
		assertThat(get(USERS + "?limit=0").get("bypassed")).hasToString(bypassed);
		latestRemoval("alice", "BYPASSED", "admin");
		assertThat(users().get("alice", () -> "Alice")).isEqualTo("Alice");
		assertThat(size()).isZero();
		for (int i = 0; i < 2; i++) {
			assertThat(send("DELETE", USERS + "/bypass", null).statusCode()).isEqualTo(204);
		}
		assertThat(get(USERS).get("bypassed").isNull()).isTrue();
		assertThat(get(USERS + "/operations?limit=3")).extracting((done) -> done.get("action").asString())
			.contains("END_BYPASS", "BYPASS");
	}

	@Test
	void actsOnAllInstancesOfOne() throws Exception {
		JsonNode view = get("/cluster");
		assertThat(view.get("clustered").asBoolean()).isFalse();
		assertThat(view.get("nodes")).hasSize(1);
		assertThat(view.at("/nodes/0/caches").propertyNames()).hasSize(NAMES.size() + 4);
		assertThat(view.at("/nodes/0/node").propertyNames()).containsExactlyInAnyOrder("id", "url", "console", "seenAt",
				"ageMillis", "here", "lost", "leaseLeftMillis", "version", "uptimeSeconds", "pools", "threads");
		assertThat(view.at("/nodes/0/node/here").asBoolean()).isTrue();
		assertThat(view.at("/nodes/0/node/leaseLeftMillis").isNull()).isTrue();
		users().put("alice", "Alice");
		String path = USERS + "/cluster/removals";
		assertThat(json(send("POST", path, "{\"key\":\"alice\",\"dryRun\":true}")).get("removed").asLong()).isZero();
		assertThat(json(send("POST", path, "{\"key\":\"alice\"}")).get("removed").asLong()).isEqualTo(1);
		users().put("alice", "Alice");
		assertThat(send("DELETE", USERS + "/cluster/entries", null).statusCode()).isEqualTo(204);
		assertThat(size()).isZero();
	}

	@Test
	void returnsIdentityAndRecentActivity() throws Exception {
		CacheHistory history = application.bean(CacheHistory.class);
		history.sample();
		application.cache("recent").get("alice", () -> "Alice");
		application.cache("recent").get("alice");
		application.clock().advance(CacheHistory.STEP);
		history.sample();
		JsonNode status = get("/status");
		assertThat(status.get("application").asString()).isEqualTo("contract");
		assertThat(status.get("instance").asString()).matches(".+:[1-9][0-9]*");
		assertThat(status.get("uptimeSeconds").isNumber()).isTrue();
		assertThat(status.get("zone").asString()).isEqualTo(ZoneId.systemDefault().getId());
		assertThat(status.get("dashboard").isNull()).isTrue();
		assertThat(status.at("/recent/recent").propertyNames()).containsExactly("1m", "15m", "60m");
		assertThat(status.at("/recent/recent/1m/hitRatio").asDouble()).isEqualTo(0.5);
		assertThat(get("/recent/history").get("samples")).isNotEmpty();
		JsonNode hour = get("/history");
		assertThat(hour.get("stepSeconds").asInt()).isEqualTo(60);
		assertThat(hour.at("/caches/recent").propertyNames()).containsExactlyInAnyOrder("hitRatio", "loadP95Millis",
				"failedLoads");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', maxCharsPerColumn = 5_000,
			textBlock = """
					GET    | /users?limit=-1 | | 400 | refused-parameter | Invalid value '-1' of parameter 'limit': write a whole number from 0 to 1000.
					GET    | /users?limit=1001 | | 400 | refused-parameter | write a whole number from 0 to 1000.
					GET    | /users?limit=x | | 400 | refused-parameter | write a whole number from 0 to 1000.
					GET    | ?limit=-1 | | 400 | refused-parameter | write a whole number from 0 to 1000.
					GET    | /users?cursor=x | | 400 | refused-parameter | Invalid value 'x' of parameter 'cursor': write a text that matches [0-9]{1,18}.
					GET    | /users/removals?limit=0 | | 400 | refused-parameter | write a whole number from 1 to 1000.
					GET    | /users/entries?limit=0 | | 400 | refused-parameter | write a whole number from 1 to 1000.
					GET    | /users/entries?sort=key | | 400 | refused-parameter | write a text that matches entered|hits|age|accessed|timeLeft|size.
					GET    | /users/entries/x | | 400 | refused-parameter | Invalid value 'x' of parameter 'id': write a whole number.
					GET    | /users/entries/-1 | | 404 | unknown-entry | The cache 'users' has no entry -1. It may have left
					POST   | /users/removals | {} | 400 | refused-removal | exactly one of 'id', 'key' and 'pattern'
					POST   | /users/removals | {"dryRun":true} | 400 | refused-removal | exactly one of
					POST   | /users/removals | {"id":"1","key":"a"} | 400 | refused-removal | exactly one of
					POST   | /users/removals | {"key":"a","pattern":"a"} | 400 | refused-removal | exactly one of
					POST   | /users/removals | {"id":"-1"} | 400 | refused-removal | Invalid id '-1'
					POST   | /users/removals | {"id":"9223372036854775808"} | 400 | refused-removal | Invalid id
					POST   | /users/removals | {"pattern":""} | 400 | refused-removal | Invalid pattern
					POST   | /users/cluster/removals | {} | 400 | refused-removal | The body must have a 'key'
					POST   | /users/cluster/removals | {"key":"none"} | 404 | unknown-entry | This instance has no entry with the key 'none'
					GET    | /none | | 404 | unknown-cache | There is no cache 'none'. Known caches: users, recent,
					GET    | /no~003Acache | | 404 | unknown-cache | There is no cache 'no:cache'
					GET    | /none/entries | | 404 | unknown-cache | no cache 'none'
					GET    | /none/removals | | 404 | unknown-cache | no cache 'none'
					GET    | /none/history | | 404 | unknown-cache | no cache 'none'
					GET    | /none/findings | | 404 | unknown-cache | no cache 'none'
					GET    | /none/what-if | | 404 | unknown-cache | no cache 'none'
					GET    | /none/operations | | 404 | unknown-cache | no cache 'none'
					PUT    | /none/bypass | | 404 | unknown-cache | no cache 'none'
					DELETE | /none/bypass | | 404 | unknown-cache | no cache 'none'
					DELETE | /none/entries | | 404 | unknown-cache | no cache 'none'
					POST   | /none/removals | {"id":"1"} | 404 | unknown-cache | no cache 'none'
					DELETE | /none/cluster/entries | | 404 | unknown-cache | no cache 'none'
					""")
	void rejects(String method, @Nullable String path, @Nullable String body, int status, String type, String detail)
			throws Exception {
		users().put("alice", "Alice");
		isProblem(send(method, Objects.requireNonNullElse(path, ""), body), status, type, detail);
		assertThat(size()).isEqualTo(1);
	}

	@Test
	void hasAConsoleThatKnowsThePathsBesideThoseOfCaches() throws Exception {
		Set<String> others = application.bean(RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.keySet()
			.stream()
			.flatMap((mapping) -> mapping.getPatternValues().stream())
			.filter((path) -> path.matches(".*/caches.*/[a-z]+") && !path.contains("{name}"))
			.map((path) -> "'" + path.substring(path.lastIndexOf('/') + 1) + "'")
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(new ClassPathResource("/dev/yoil/ehcache/internal/web/console/api.js")
			.getContentAsString(StandardCharsets.UTF_8)).contains("const OTHERS = " + others + ";");
	}

	@Test
	void limitsTheLengthOfTexts() throws Exception {
		String search = USERS + "/entries?search=";
		get(search + "x".repeat(1_000));
		get(search + encoded("😀".repeat(500)));
		isProblem(send("GET", search + "x".repeat(1_001), null), 400, "refused-parameter",
				"of parameter 'search': write up to 1000 characters.");
		isProblem(send("POST", USERS + "/removals", "{\"pattern\":\"" + "a".repeat(1_001) + "\"}"), 400,
				"refused-removal", "Invalid pattern");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "null", "{\"id\":1}", "{\"pattern\":{}}", "{\"pattern\":\"*\",\"dryRun\":\"\"}",
			"{\"pattern\":\"*\",\"DryRun\":true}" })
	void rejectsUnreadableBodies(String body) throws Exception {
		users().put("alice", "Alice");
		assertThat(send("POST", USERS + "/removals", body).statusCode()).isEqualTo(400);
		assertThat(size()).isEqualTo(1);
	}

	@Test
	void explainsThatNothingIsCached() throws Exception {
		try (InspectedApplication uncached = new InspectedApplication(directory.resolve("ehcache.xml"),
				"spring.cache.type=none")) {
			for (String path : List.of("", "/users", "/users/entries", "/users/entries/1", "/users/history",
					"/findings", "/configuration")) {
				isProblem(uncached.send("GET", path, null), 404, "unknown-cache",
						"There is no cache to inspect: spring.cache.type disables caching");
			}
		}
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
