package dev.yoil.cluster;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.cluster.EdgeOrigin.Held;
import dev.yoil.cluster.EdgeOrigin.Page;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of the edge caches in {@code edge/}: both real engines in front of a
 * controlled origin.
 */
@ParameterizedClass
@EnumSource(EdgeEngine.Kind.class)
@Timeout(60)
class EdgeEngineTests {

	private static final AtomicInteger COUNTER = new AtomicInteger();

	private static final List<String> INTERNAL = List.of("Cache-Tag", "CDN-Cache-Control", "Surrogate-Control",
			"X-Accel-Expires");

	/** Headers of requests that do not use the cache. */
	private static final List<List<String>> BYPASSING = List.of(List.of("Cookie", "a=b; cache-bypass=1"),
			List.of("Authorization", "Basic eA=="), List.of("Origin", "https://example.org"),
			List.of("If-Match", "\"x\""), List.of("Accept-Encoding", "gzip;q=0, br"),
			List.of("Accept-Encoding", "br;q=1, *;q=0.0"));

	@TempDir
	private static Path folder;

	private static EdgeOrigin origin;

	private static EdgeEngine edge;

	@Parameter
	private EdgeEngine.Kind kind;

	// Each test has a page and tags of its own.
	private final int number = COUNTER.incrementAndGet();

	private final String path = "/page?number=" + this.number;

	private final String tag = "%012x".formatted(this.number);

	private final String tags = "all," + this.tag;

	@BeforeParameterizedClassInvocation
	static void start(EdgeEngine.Kind kind) throws Exception {
		origin = new EdgeOrigin();
		edge = EdgeEngine.start(kind, folder.resolve(kind.name()), List.of(origin.port()), UnaryOperator.identity());
	}

	@AfterParameterizedClassInvocation
	static void end() throws Exception {
		origin.close();
		if (edge != null) {
			edge.close();
			assertThat(edge.log()).doesNotContain("[error]", "[alert]", "[crit]", "[warn]");
			edge = null;
		}
	}

	@Test
	void cachesAPageAfterItHasLearntItsTags() throws Exception {
		origin.set(this.path, Page.of("old", this.tags));
		HttpResponse<String> first = edge.get(this.path);
		HttpResponse<String> second = edge.get(this.path);
		HttpResponse<String> hit = edge.get(this.path);
		assertThat(origin.fetches(this.path)).hasSize(2);
		assertThat(Stream.of(first, second, hit).map(HttpResponse::body)).containsOnly("old");
		assertThat(status(first)).isEqualTo("service; hit, edge; fwd=uri-miss");
		assertThat(status(second)).isEqualTo("service; hit, edge; fwd=uri-miss; stored");
		assertThat(status(hit)).isEqualTo("edge; hit");
		// RFC 9111, section 4.
		assertThat(hit.headers().allValues("Age")).singleElement().satisfies((age) -> assertThat(age).matches("[0-9]"));
		assertThat(first.headers().allValues("Server-Timing")).containsExactly("total;dur=1");
		assertThat(hit.headers().allValues("Server-Timing")).isEmpty();
		for (HttpResponse<String> each : List.of(first, second, hit)) {
			assertThat(each.headers().map()).doesNotContainKeys(INTERNAL.toArray(String[]::new));
			assertThat(each.headers().allValues("Vary")).containsExactly("Accept-Encoding");
			assertThat(each.headers().allValues("Cache-Control")).containsExactly("no-cache");
			assertThat(each.headers().allValues("ETag")).containsExactly("\"old\"");
		}
	}

	@Test
	void purgesTheResponsesOfATag() throws Exception {
		cache("old");
		origin.set(this.path, Page.of("new", this.tags));
		assertThat(edge.purge("ffffffffffff").statusCode()).isEqualTo(204);
		assertThat(edge.purge("").statusCode()).isEqualTo(204);
		assertThat(edge.get(this.path).body()).isEqualTo("old");
		assertThat(edge.purge("ffffffffffff," + this.tag).statusCode()).isEqualTo(204);
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
		origin.set(this.path, Page.of("newer", this.tags));
		edge.purge("all");
		assertThat(edge.get(this.path).body()).isEqualTo("newer");
	}

	/**
	 * A fetch reads the old state, the page changes, and a purge is answered before the
	 * response of the fetch arrives.
	 */
	@Test
	void neverServesAFetchThatBeganBeforeAPurge() throws Exception {
		origin.set(this.path, Page.of("old", this.tags));
		assertThat(edge.get(this.path).body()).isEqualTo("old");
		Held held = origin.hold(this.path);
		// Of another key, but with the same tags.
		String[] accept = { "Accept", "application/json" };
		CompletableFuture<HttpResponse<String>> old = edge.begin(this.path, accept);
		held.awaitArrival();
		origin.set(this.path, Page.of("new", this.tags));
		assertThat(edge.purge(this.tag).statusCode()).isEqualTo(204);
		held.release();
		assertThat(old.get().body()).isEqualTo("old");
		for (int i = 0; i < 3; i++) {
			assertThat(edge.get(this.path, accept).body()).isEqualTo("new");
		}
		assertThat(origin.fetches(this.path)).hasSize(3);
	}

	@Test
	void doesNotWaitForAFetchThatBeganBeforeAPurge() throws Exception {
		cache("older");
		edge.purge(this.tag);
		origin.set(this.path, Page.of("old", this.tags));
		Held held = origin.hold(this.path);
		CompletableFuture<HttpResponse<String>> old = edge.begin(this.path);
		held.awaitArrival();
		origin.set(this.path, Page.of("new", this.tags));
		edge.purge(this.tag);
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		held.release();
		assertThat(old.get().body()).isEqualTo("old");
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
	}

	@Test
	void acceptsPurgesInAnyOrder() throws Exception {
		cache("old");
		origin.set(this.path, Page.of("new", this.tags));
		edge.purge(this.tag + ",all");
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		// A late one of an earlier change.
		edge.purge(this.tag);
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
	}

	@Test
	void purgesAHundredTags() throws Exception {
		cache("old");
		origin.set(this.path, Page.of("new", this.tags));
		String others = String.join(",", IntStream.range(0, 99).mapToObj("eeeeeeee%04x"::formatted).toList());
		assertThat(edge.purge(others + "," + this.tag).statusCode()).isEqualTo(204);
		assertThat(edge.get(this.path).body()).isEqualTo("new");
	}

	@Test
	void passesRequestsOfSomeClientsUnchanged() throws Exception {
		cache("old");
		origin.set(this.path, Page.of("new", this.tags));
		for (List<String> header : BYPASSING) {
			HttpResponse<String> response = edge.get(this.path, header.get(0), header.get(1), "Cache-Token", "mine");
			assertThat(response.body()).as(header.get(0)).startsWith("new");
			assertThat(status(response)).isEqualTo("service; hit, edge; fwd=bypass");
			EdgeOrigin.Fetch fetch = last();
			assertThat(fetch.header(header.get(0))).isEqualTo(header.get(1));
			assertThat(fetch.header("Cache-Token")).isEqualTo("mine");
		}
		assertThat(edge.get(this.path).body()).isEqualTo("old");
		assertThat(status(edge.send("POST", this.path))).isEqualTo("service; hit, edge; fwd=method");
		assertThat(edge.get(this.path).body()).isEqualTo("old");
	}

	@Test
	void keepsAResponseForEachCoding() throws Exception {
		cache("page");
		Map<String, String> bodies = Map.of("gzip, deflate, br", "pagebr", "br;q=0.9, gzip", "pagebr", "gzip, deflate",
				"pagegzip", "GZIP", "pagegzip", "br", "pagebr", "zstd", "page", "identity", "page");
		for (int round = 0; round < 2; round++) {
			for (Map.Entry<String, String> each : bodies.entrySet()) {
				HttpResponse<String> response = edge.get(this.path, "Accept-Encoding", each.getKey());
				assertThat(response.body()).as(each.getKey()).isEqualTo(each.getValue());
				assertThat(String.join(",", response.headers().allValues("Content-Encoding")))
					.isEqualTo(each.getValue().substring("page".length()));
				if (round > 0) {
					assertThat(status(response)).isEqualTo("edge; hit");
				}
			}
		}
		// Identity and the first fetch, gzip, br, and br with gzip.
		assertThat(origin.fetches(this.path)).hasSize(5);
		edge.get(this.path, "Accept", "text/html");
		assertThat(origin.fetches(this.path)).hasSize(6);
	}

	/**
	 * Also for pages that it has not learnt, and for requests that it passes on.
	 * Otherwise an instance that is behind could answer another client from before the
	 * purge.
	 */
	@Test
	void sendsTheTokenOfTheLastPurgeWithEachRequest() throws Exception {
		edge.purge("ffffffffffff", "Edge-Token", "another");
		edge.purge(this.tag, "Edge-Token", EdgeOrigin.TOKEN);
		// Sent by an instance whose purge may have begun earlier.
		edge.purge("", "Edge-Token", "heartbeat");
		String[] own = { "Cache-Token", "mine", "Edge-Token", "forged" };
		edge.get(this.path, own);
		assertTokens();
		edge.send("HEAD", this.path, own);
		assertTokens();
		edge.send("POST", this.path, own);
		assertTokens();
		origin.set(this.path, new Page(200, "old", this.tags, true, Map.of()));
		edge.get(this.path, own);
		assertTokens();
		edge.get(this.path, own);
		assertTokens();
		assertThat(status(edge.get(this.path, own))).isEqualTo("edge; hit");
		for (List<String> header : BYPASSING) {
			edge.get(this.path, Stream.concat(Stream.of(own), header.stream()).toArray(String[]::new));
			assertTokens();
		}
	}

	private void assertTokens() {
		assertThat(last().headers().get("Edge-Token")).containsExactly(EdgeOrigin.TOKEN);
		assertThat(last().headers().get("Cache-Token")).containsExactly("mine");
	}

	@Test
	void storesOnlyWhatTheServiceAllows() throws Exception {
		edge.purge(this.tag, "Edge-Token", EdgeOrigin.TOKEN);
		for (Page page : List.of(Page.UNTAGGED, new Page(200, "cookie", this.tags, false, Map.of("Set-Cookie", "a=b")),
				new Page(404, "missing", this.tags, false,
						Map.of("X-Accel-Expires", "60", "CDN-Cache-Control", "max-age=60")))) {
			cacheAt(this.path + page.body(), "learnt");
			origin.set(this.path + page.body(), page);
			edge.purge(this.tag);
			for (int i = 0; i < 3; i++) {
				HttpResponse<String> response = edge.get(this.path + page.body());
				assertThat(response.body()).isEqualTo(page.body());
				assertThat(status(response)).isEqualTo("service; hit, edge; fwd=uri-miss");
			}
		}
	}

	@Test
	void refusesPurgesOfClients() throws Exception {
		cache("old");
		assertThat(edge.send("PURGE", this.path, "Cache-Tag", this.tags).statusCode()).isEqualTo(405);
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
		assertThat(origin.fetches(this.path)).hasSize(2);
		assertThat(edge.sendToPurges("GET").statusCode()).isEqualTo(405);
	}

	@Test
	void learnsChangedTags() throws Exception {
		cache("old");
		String other = "dddd%08x".formatted(this.number);
		origin.set(this.path, Page.of("new", "all," + other + "," + this.tag));
		edge.purge(this.tag);
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		edge.get(this.path);
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
		origin.set(this.path, Page.of("newer", "all," + other));
		edge.purge(other);
		assertThat(edge.get(this.path).body()).isEqualTo("newer");
	}

	@Test
	void answersHeadFromTheCache() throws Exception {
		origin.set(this.path, Page.of("old", this.tags));
		assertThat(edge.send("HEAD", this.path).statusCode()).isEqualTo(200);
		assertThat(last().method()).isEqualTo("HEAD");
		cache("old");
		int before = origin.fetches(this.path).size();
		HttpResponse<String> response = edge.send("HEAD", this.path);
		assertThat(status(response)).isEqualTo("edge; hit");
		assertThat(response.headers().firstValue("Content-Length")).hasValue("3");
		assertThat(origin.fetches(this.path)).hasSize(before);
	}

	@Test
	void answersConditionalRequestsFromTheCache() throws Exception {
		origin.set(this.path, Page.of("old", this.tags));
		// Also while it learns and stores.
		for (int i = 0; i < 4; i++) {
			HttpResponse<String> response = edge.get(this.path, "If-None-Match", "\"old\"");
			assertThat(response.statusCode()).isEqualTo(304);
			assertThat(response.body()).isEmpty();
			if (i == 0) {
				edge.get(this.path);
			}
		}
		assertThat(status(edge.get(this.path, "If-None-Match", "\"old\""))).isEqualTo("edge; hit");
		assertThat(edge.get(this.path, "If-None-Match", "\"other\"").body()).isEqualTo("old");
	}

	@Tag("full")
	@Test
	void keepsTheCacheInAReload() throws Exception {
		cache("old");
		edge.reload();
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
		change("new");
		assertThat(edge.get(this.path).body()).isEqualTo("new");
		assertThat(status(edge.get(this.path))).isEqualTo("edge; hit");
	}

	/**
	 * An edge that has just started does not know what was purged before. nginx keeps the
	 * files of its earlier process, and the page has its only tag in its first generation
	 * again.
	 */
	@Tag("full")
	@Test
	void readsEachTimeAfterARestartUntilItGetsAToken() throws Exception {
		origin.set(this.path, Page.of("old", this.tag));
		for (int i = 0; i < 3; i++) {
			assertThat(edge.get(this.path).body()).isEqualTo("old");
		}
		edge.purge(this.tag, "Edge-Token", "first");
		origin.set(this.path, Page.of("new", this.tag));
		edge.restart();
		for (int i = 0; i < 3; i++) {
			assertThat(edge.get(this.path).body()).isEqualTo("new");
			assertThat(last().header("Edge-Token")).isEqualTo("none");
		}
		edge.purge("", "Edge-Token", "second");
		edge.get(this.path, "Origin", "https://example.org");
		assertThat(last().header("Edge-Token")).isEqualTo("second");
		change("newer");
		assertThat(edge.get(this.path).body()).isEqualTo("newer");
	}

	private void change(String body) throws Exception {
		origin.set(this.path, Page.of(body, this.tags));
		edge.purge(this.tag);
	}

	private void cache(String body) throws Exception {
		cacheAt(this.path, body);
	}

	private void cacheAt(String page, String body) throws Exception {
		origin.set(page, Page.of(body, this.tags));
		edge.get(page);
		edge.get(page);
		assertThat(edge.get(page).body()).isEqualTo(body);
		assertThat(status(edge.get(page))).isEqualTo("edge; hit");
	}

	private EdgeOrigin.Fetch last() {
		List<EdgeOrigin.Fetch> fetches = origin.fetches(this.path);
		return fetches.get(fetches.size() - 1);
	}

	private static String status(HttpResponse<?> response) {
		return String.join(", ", response.headers().allValues("Cache-Status"));
	}

}
