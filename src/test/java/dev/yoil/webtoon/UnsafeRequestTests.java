package dev.yoil.webtoon;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.support.FakeEdge;
import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import org.springframework.util.AntPathMatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Every unsafe endpoint. A proxy repeats PUT and DELETE at another instance if the first
 * one dies before it answers. So each response, also that of an error, must have a token
 * for the writer, and a purge or the cookie with which the writer bypasses the edge.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnsafeRequestTests {

	private static final String WEBTOONS = "/api/v1/admin/webtoons";

	private static final String GENRES = "/api/v1/admin/genres";

	private static final String WORDS = "/api/v1/admin/banned-words";

	private static final String ADDRESSES = "/api/v1/admin/blocked-addresses";

	private static final String CACHE = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String UNKNOWN = "/999999";

	private static final String NEVER = "\"never\"";

	private FakeEdge edge;

	private RunningService service;

	private Administrator administrator;

	private Reader visitor;

	private long id;

	/** The methods and paths of all requests so far. */
	private final Set<String> sent = new TreeSet<>();

	@BeforeAll
	void start() throws Exception {
		this.edge = new FakeEdge();
		this.service = RunningService.startOneOfSeveral(PostgresServer.shared().createDatabase(), (caches) -> caches,
				"--yoil.ehcache.edge.urls=" + this.edge.url(), "--yoil.ehcache.edge.timeout=20s");
		this.administrator = new Administrator(this.service);
		this.visitor = new Reader(this.service);
		this.id = this.service.json(MONDAY).at("/0/id").asLong();
		await().until(() -> this.edge.tags().contains(Set.of("all")));
	}

	@AfterAll
	void stop() {
		this.service.close();
		this.edge.close();
	}

	@Test
	void letTheWriterReadItsWriteOnAnyInstance() throws Exception {
		visitors();
		administrators();
		moderators();
		operators();
		List<String> all = OpenApiDocument.of(this.service)
			.operations()
			.stream()
			.filter((operation) -> !operation.method().equals("GET"))
			.map((operation) -> operation.method() + operation.path())
			.toList();
		assertThat(all).hasSizeGreaterThan(20)
			.allSatisfy((operation) -> assertThat(this.sent).as("requests of this test")
				.anyMatch((request) -> new AntPathMatcher().match(operation, request)));
	}

	private void visitors() throws Exception {
		String like = "/api/v1/webtoon/" + this.id + "/like";
		byVisitor(200, "DELETE", like, null);
		for (int i = 0; i < 2; i++) {
			byVisitor(200, "PUT", like, null);
		}
		for (int i = 0; i < 2; i++) {
			byVisitor(200, "DELETE", like, null);
		}
		byVisitor(404, "PUT", "/api/v1/webtoon" + UNKNOWN + "/like", null);
		byVisitor(404, "DELETE", "/api/v1/webtoon" + UNKNOWN + "/like", null);
		String reviews = "/api/v1/webtoon/" + this.id + "/reviews";
		String review = Reader.review("reader", 4, "good");
		String posted = location(byVisitor(201, "POST", reviews, review));
		byVisitor(409, "POST", reviews, review);
		byVisitor(400, "POST", reviews, "{}");
		for (int i = 0; i < 2; i++) {
			byVisitor(200, "PUT", posted, Reader.review("reader", 5, "better"));
		}
		byVisitor(404, "PUT", reviews + UNKNOWN, review);
		byVisitor(204, "DELETE", posted, null);
		byVisitor(404, "DELETE", posted, null);
	}

	private void administrators() throws Exception {
		String webtoon = """
				{ "title": "a", "author": "b", "genre": "DRAMA", "publishDay": "%s", "synopsis": "c",
				  "registeredDate": "2026-11-22" }""";
		String created = location(byAdministrator(201, "POST", WEBTOONS, webtoon.formatted("MONDAY")));
		byAdministrator(400, "POST", WEBTOONS, webtoon.replace("DRAMA", "NONE").formatted("MONDAY"));
		byAdministrator(200, "PUT", created, webtoon.formatted("FRIDAY"));
		byAdministrator(412, "PUT", created, webtoon.formatted("SUNDAY"), "If-Match", NEVER);
		byAdministrator(404, "PUT", WEBTOONS + UNKNOWN, webtoon.formatted("MONDAY"));
		byAdministrator(412, "DELETE", created, null, "If-Match", NEVER);
		byAdministrator(204, "DELETE", created, null);
		byAdministrator(404, "DELETE", created, null);
		String horror = "{\"code\":\"HORROR\",\"label\":\"a\",\"labelEn\":\"b\",\"position\":1}";
		byAdministrator(201, "POST", GENRES, horror);
		byAdministrator(409, "POST", GENRES, horror);
		for (int i = 0; i < 2; i++) {
			byAdministrator(200, "PUT", GENRES + "/HORROR", "{\"label\":\"c\",\"labelEn\":\"d\",\"position\":2}");
		}
		byAdministrator(409, "DELETE", GENRES + "/DRAMA", null);
		byAdministrator(204, "DELETE", GENRES + "/HORROR", null);
		byAdministrator(404, "DELETE", GENRES + "/HORROR", null);
	}

	private void moderators() throws Exception {
		String word = "{\"word\":\"unheard-of\"}";
		String banned = location(byAdministrator(201, "POST", WORDS, word));
		byAdministrator(409, "POST", WORDS, word);
		byAdministrator(201, "POST", WORDS + "/batch", "{\"words\":[\"one\",\"two\"]}");
		for (int i = 0; i < 2; i++) {
			byAdministrator(200, "PUT", banned, "{\"word\":\"unspeakable\"}");
		}
		byAdministrator(204, "DELETE", banned, null);
		byAdministrator(404, "DELETE", banned, null);
		String address = "{\"address\":\"192.0.2.1\",\"reason\":\"test\"}";
		String blocked = location(byAdministrator(201, "POST", ADDRESSES, address));
		byAdministrator(409, "POST", ADDRESSES, address);
		for (int i = 0; i < 2; i++) {
			byAdministrator(200, "PUT", blocked, address.replace("test", "another"));
		}
		byAdministrator(204, "DELETE", blocked, null);
		byAdministrator(404, "DELETE", blocked, null);
	}

	private void operators() throws Exception {
		for (String path : List.of(CACHE, CACHE + "/cluster")) {
			this.service.get(MONDAY);
			byAdministrator(200, "POST", path + "/removals", "{\"key\":\"MONDAY\"}");
			byAdministrator(400, "POST", path + "/removals", "{}");
			byAdministrator(204, "DELETE", path + "/entries", null);
			byAdministrator(404, "DELETE", path.replace("findWebtoons", "findNo") + "/entries", null);
		}
		byAdministrator(200, "PUT", CACHE + "/bypass", null);
		byAdministrator(204, "DELETE", CACHE + "/bypass", null);
		byAdministrator(409, "POST", "/api/v1/cache/configuration", "{}");
	}

	private HttpResponse<String> byVisitor(int status, String method, String path, @Nullable String json)
			throws Exception {
		int purges = this.edge.tags().size();
		return check(status, purges, this.visitor.send(method, path, json));
	}

	private HttpResponse<String> byAdministrator(int status, String method, String path, @Nullable String json,
			String... headers) throws Exception {
		int purges = this.edge.tags().size();
		return check(status, purges, this.administrator.send(method, path, json, headers));
	}

	private HttpResponse<String> check(int status, int purges, HttpResponse<String> response) {
		String request = response.request().method() + response.uri().getPath();
		this.sent.add(request);
		assertThat(response.statusCode()).as("%s %s", request, response.body()).isEqualTo(status);
		if (status != 204 && !request.contains("/admin/")) {
			assertThat(response.headers().allValues("Cache-Control")).as(request).containsExactly("no-store");
		}
		String token = response.headers().firstValue(RegionTokenFilter.HEADER).orElse("none");
		assertThat(cookies(response.headers(), RegionTokenFilter.COOKIE)).as("%d %s", status, request)
			.containsExactly(token);
		assertThat(response.headers().allValues("Set-Cookie")).filteredOn((cookie) -> cookie.contains(token))
			.allSatisfy((cookie) -> assertThat(cookie).contains("HttpOnly", "SameSite=Lax", "Max-Age=11"));
		boolean purged = this.edge.tags().size() > purges;
		assertThat(cookies(response.headers(), "cache-bypass")).as("%d %s, purged: %s", status, request, purged)
			.hasSize(purged ? 0 : 1);
		return response;
	}

	private static List<String> cookies(HttpHeaders headers, String name) {
		return headers.allValues("Set-Cookie")
			.stream()
			.filter((cookie) -> cookie.startsWith(name + "="))
			.map((cookie) -> cookie.substring(name.length() + 1, cookie.indexOf(';')))
			.toList();
	}

	private static String location(HttpResponse<String> response) {
		return response.headers().firstValue("Location").orElseThrow();
	}

}
