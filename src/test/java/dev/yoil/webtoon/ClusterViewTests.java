package dev.yoil.webtoon;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import com.sun.net.httpserver.HttpServer;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.cluster.NodeSignatures;
import dev.yoil.ehcache.internal.cluster.NodeTable;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcTemplate;

import static dev.yoil.webtoon.ClusterAnswer.answers;
import static dev.yoil.webtoon.ClusterAnswer.differing;
import static dev.yoil.webtoon.ClusterAnswer.id;
import static dev.yoil.webtoon.ClusterAnswer.nodes;
import static dev.yoil.webtoon.ClusterAnswer.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The view of two instances, and operations on both.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterViewTests {

	private static final String VIEW = "/api/v1/cache/cluster";

	private static final String LISTS = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private RunningService a;

	private RunningService b;

	private JdbcTemplate jdbc;

	@BeforeAll
	void start() throws Exception {
		String url = PostgresServer.shared().createDatabase();
		this.a = RunningService.startOneOfSeveral(url);
		this.b = RunningService.startOneOfSeveral(url);
		this.jdbc = this.a.bean(JdbcTemplate.class);
		await().until(() -> nodes(this.a.json(VIEW)).size() == 2);
		await().until(() -> nodes(this.b.json(VIEW)).stream().allMatch((node) -> answers(node)));
	}

	@AfterAll
	void stop() {
		this.a.close();
		this.b.close();
	}

	@BeforeEach
	void clear() {
		for (RunningService service : List.of(this.a, this.b)) {
			service.bean(EhCacheCacheManager.class).caches().forEach((cache) -> CacheInternals.of(cache).clear("test"));
		}
	}

	@AfterEach
	void removeOtherInstances() {
		this.jdbc.update("delete from cache_region where region like '#node %' and tag not in (?, ?)", id(this.a),
				id(this.b));
		await().until(() -> this.a.bean(NodeTable.class).nodes().size() == 2);
	}

	private UUID addNode(String url) {
		UUID id = UUID.randomUUID();
		this.jdbc.update(
				"insert into cache_region (region, n, tag) values (?, (extract(epoch from clock_timestamp()) * 1000)::bigint, ?)",
				"#node " + url, id);
		await().until(() -> this.a.bean(NodeTable.class).nodes().stream().anyMatch((node) -> node.id().equals(id)));
		return id;
	}

	private JsonNode key(String cache, String key) throws Exception {
		return this.a.json("/api/v1/cache/" + cache + "/cluster?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
	}

	private JsonNode change(String method, String path, @Nullable String body) throws Exception {
		HttpResponse<String> response = new Administrator(this.a).send(method, LISTS + "/cluster" + path, body);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	private static JsonNode problem(int status, HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		return JsonMapper.shared().readTree(response.body());
	}

	@Test
	void showsTheStatisticsOfAllInstances() throws Exception {
		JsonNode before = this.a.json(VIEW);
		this.b.get(MONDAY);
		this.b.get(MONDAY);
		JsonNode after = this.a.json(VIEW);
		assertThat(after.get("clustered").asBoolean()).isTrue();
		assertThat(differing(after)).isEmpty();
		assertThat(nodes(after)).hasSize(2).allSatisfy((node) -> {
			assertThat(answers(node)).isTrue();
			assertThat(node.at("/node/leaseLeftMillis").asLong()).isBetween(1L, 1_000L);
			assertThat(node.at("/node/url").asString()).startsWith("http://127.0.0.1:");
			assertThat(node.get("caches").propertyNames()).hasSize(6);
		});
		assertThat(of(this.a, nodes(after)).at("/node/here").asBoolean()).isTrue();
		assertThat(of(this.b, nodes(after)).at("/node/here").asBoolean()).isFalse();
		assertThat(of(this.a, nodes(after)).get("caches")).isEqualTo(of(this.a, nodes(before)).get("caches"));
		JsonNode lists = of(this.b, nodes(after)).at("/caches/findWebtoonsByPublishDay");
		assertThat(lists.get("size").asLong()).isEqualTo(1);
		assertThat(lists.get("capacity").asLong()).isEqualTo(10_000);
		assertThat(lists.get("hits").asLong())
			.isEqualTo(of(this.b, nodes(before)).at("/caches/findWebtoonsByPublishDay/hits").asLong() + 1);
	}

	@Test
	void showsAKeyOnAllInstances() throws Exception {
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		this.b.get(MONDAY);
		JsonNode both = key("findWebtoonsByPublishDay", "MONDAY");
		assertThat(differing(both)).isEmpty();
		assertThat(nodes(both)).hasSize(2).allSatisfy((node) -> {
			assertThat(node.get("cached").asBoolean()).isTrue();
			assertThat(node.at("/entry/key").asString()).isEqualTo("MONDAY");
			assertThat(node.get("ageMillis").asLong()).isZero();
			assertThat(node.get("versions").propertyNames()).containsExactly("day/MONDAY", "day/MONDAY/title");
			assertThat(node.at("/node/leaseLeftMillis").asLong()).isPositive();
		});
		assertThat(of(this.b, nodes(both)).at("/entry/hitCount").asLong()).isEqualTo(1);
		assertThat(of(this.a, nodes(both)).at("/entry/hitCount").asLong()).isZero();
	}

	/**
	 * An instance without the entry does not know its regions.
	 */
	@Test
	void showsAKeyCachedOnOneInstance() throws Exception {
		this.b.get("/api/v1/webtoon?publishDay=SUNDAY&sort=likes");
		String key = this.b.json(LISTS).at("/entries/0/key").asString();
		JsonNode one = key("findWebtoonsByPublishDay", key);
		assertThat(differing(one)).containsExactly("ENTRY");
		assertThat(of(this.a, nodes(one)).get("entry").isNull()).isTrue();
		assertThat(of(this.b, nodes(one)).get("entry").isNull()).isFalse();
		assertThat(of(this.a, nodes(one)).get("versions")).isEmpty();
		assertThat(of(this.b, nodes(one)).get("versions").propertyNames()).hasSize(2).contains("day/SUNDAY");
	}

	@Test
	void marksDifferentValuesAndBypasses() throws Exception {
		this.a.bean(EhCacheCacheManager.class).getCache("findGenres").put("odd", "one");
		this.b.bean(EhCacheCacheManager.class).getCache("renderPage").put("odd", "one");
		this.a.bean(EhCacheCacheManager.class).getCache("renderPage").put("odd", "other");
		// Each has removed the other's by then.
		await().until(() -> this.a.json("/api/v1/cache/renderPage").get("size").asLong() <= 1);
		new Administrator(this.b).send("PUT", "/api/v1/cache/renderPage/bypass", null);
		try {
			assertThat(differing(this.a.json(VIEW))).containsExactly("renderPage");
			assertThat(differing(key("renderPage", "odd"))).contains("BYPASSED");
		}
		finally {
			new Administrator(this.b).send("DELETE", "/api/v1/cache/renderPage/bypass", null);
		}
		assertThat(differing(this.a.json(VIEW))).isEmpty();
	}

	@Test
	void marksVersionsBehind() throws Exception {
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		RegionWatch watch = this.b.bean(RegionWatch.class);
		long known = version(this.b);
		watch.stop();
		try {
			this.jdbc.update("insert into cache_region (region, n, tag) values ('day/MONDAY', 1, gen_random_uuid()) "
					+ "on conflict (region) do update set n = cache_region.n + 1");
			await().until(() -> this.a.json(LISTS).get("size").asLong() == 0);
			await().until(() -> !this.b.bean(Regions.class).isValid());
			JsonNode behind = key("findWebtoonsByPublishDay", "MONDAY");
			assertThat(differing(behind)).containsExactly("ENTRY", "VERSIONS");
			assertThat(of(this.b, nodes(behind)).at("/node/leaseLeftMillis").asLong()).isNegative();
			assertThat(version(this.a)).isGreaterThan(known);
			assertThat(version(this.b)).isEqualTo(known);
		}
		finally {
			watch.start();
		}
		assertThat(differing(key("findWebtoonsByPublishDay", "MONDAY"))).isEmpty();
	}

	private long version(RunningService service) throws Exception {
		return of(service, nodes(key("findWebtoonsByPublishDay", "MONDAY"))).at("/versions/day~1MONDAY").asLong();
	}

	@Test
	void leavesNoTrace() throws Exception {
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		for (RunningService service : List.of(this.a, this.b)) {
			service.clock().advance(Duration.ofSeconds(10));
		}
		List<JsonNode> before = all();
		for (int time = 0; time < 5; time++) {
			this.a.json(VIEW);
			key("findWebtoonsByPublishDay", "MONDAY");
			key("findWebtoonsByPublishDay", "none");
			change("POST", "/removals", "{\"pattern\":\"*\",\"dryRun\":true}");
		}
		assertThat(all()).isEqualTo(before);
		assertThat(before)
			.allSatisfy((caches) -> assertThat(caches.at("/findWebtoonsByPublishDay/entries")).hasSize(1));
	}

	private List<JsonNode> all() throws Exception {
		return List.of(this.a.json("/api/v1/cache"), this.b.json("/api/v1/cache"));
	}

	@Test
	void marksUnreachableInstances() throws Exception {
		UUID closed = addNode("http://127.0.0.1:1");
		UUID another = addNode("http://localhost:" + this.b.port());
		UUID none = addNode("nonsense");
		this.b.get(MONDAY);
		JsonNode view = this.a.json(VIEW);
		assertThat(nodes(view)).hasSize(5);
		JsonNode key = key("findWebtoonsByPublishDay", "MONDAY");
		JsonNode cleared = change("DELETE", "/entries", null);
		for (UUID silent : List.of(closed, another, none)) {
			assertThat(answers(of(silent, nodes(view)))).isFalse();
			assertThat(of(silent, nodes(view)).get("caches")).isEmpty();
			assertThat(of(silent, nodes(key)).at("/entry").isNull()).isTrue();
			assertThat(answers(of(silent, cleared))).isFalse();
			assertThat(of(silent, cleared).get("done").asBoolean()).isFalse();
		}
		assertThat(answers(of(this.b, nodes(view)))).isTrue();
		assertThat(differing(view)).isEmpty();
		assertThat(differing(key)).containsExactly("ENTRY");
		assertThat(of(this.b, cleared).get("done").asBoolean()).isTrue();
		assertThat(of(this.b, cleared).get("removed").asLong()).isEqualTo(1);
	}

	/**
	 * Another process listens at the URL of an instance and replays the request.
	 */
	@Test
	void signsEachRequestForOneInstance() throws Exception {
		AtomicReference<String> signature = new AtomicReference<>();
		HttpServer listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		listening.createContext("/", (exchange) -> {
			signature.set(exchange.getRequestHeaders().getFirst("Authorization"));
			byte[] response = "[{\"node\":{\"id\":\"%s\"},\"done\":true}]".formatted(UUID.randomUUID())
				.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, response.length);
			exchange.getResponseBody().write(response);
			exchange.close();
		});
		listening.start();
		try {
			UUID there = addNode("http://127.0.0.1:" + listening.getAddress().getPort());
			this.b.get(MONDAY);
			assertThat(of(there, change("DELETE", "/entries", null)).get("done").asBoolean()).isFalse();
		}
		finally {
			listening.stop(0);
		}
		this.b.get(MONDAY);
		for (RunningService service : List.of(this.a, this.b)) {
			refused(service, "DELETE", LISTS + "/cluster/entries", signature.get());
		}
		assertThat(this.b.json(LISTS).get("size").asLong()).isEqualTo(1);
	}

	/**
	 * A signature is valid for the cluster endpoints only.
	 */
	@Test
	void acceptsSignaturesForClusterEndpointsOnly() throws Exception {
		NodeSignatures signatures = this.a.bean(NodeSignatures.class);
		assertThat(signed(signatures, "GET", VIEW).statusCode()).isEqualTo(200);
		assertThat(signed(signatures, "DELETE", LISTS + "/cluster/entries").body()).contains("\"done\":true");
		assertThat(signed(signatures, "DELETE", LISTS + "/entries").statusCode()).isEqualTo(401);
		assertThat(signed(signatures, "GET", "/api/v1/admin/genres").statusCode()).isEqualTo(401);
	}

	private HttpResponse<String> signed(NodeSignatures signatures, String method, String path) throws Exception {
		return this.b.text(this.b.request(method, path)
			.header("Authorization", signatures.sign(id(this.b), method, path, new byte[0], "admin"))
			.build());
	}

	private static void refused(RunningService service, String method, String path, String credentials)
			throws Exception {
		HttpResponse<String> response = service
			.text(service.request(method, path).header("Authorization", credentials).build());
		assertThat(problem(401, response).get("type").asString()).isEqualTo("urn:yoil:ehcache:problem:refused-node");
		assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Cache-Node");
	}

	@Test
	void appliesOperationsToAllInstances() throws Exception {
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		this.b.get("/api/v1/webtoon?publishDay=TUESDAY");
		JsonNode counted = change("POST", "/removals", "{\"pattern\":\"*DAY\",\"dryRun\":true}");
		assertThat(of(this.a, counted).get("matched").asLong()).isEqualTo(1);
		assertThat(of(this.b, counted).get("matched").asLong()).isEqualTo(2);
		assertThat(of(this.b, counted).get("removed").asLong()).isZero();
		JsonNode removed = change("POST", "/removals", "{\"key\":\"MONDAY\"}");
		assertThat(removed).hasSize(2).allSatisfy((node) -> assertThat(node.get("removed").asLong()).isEqualTo(1));
		assertThat(of(this.b, change("POST", "/removals", "{\"pattern\":\"T*\"}")).get("removed").asLong())
			.isEqualTo(1);
		assertThat(this.b.json(LISTS).get("size").asLong()).isZero();
		assertThat(change("DELETE", "/entries", null))
			.allSatisfy((node) -> assertThat(node.get("done").asBoolean()).isTrue());
		assertThat(change("PUT", "/bypass", null))
			.allSatisfy((node) -> assertThat(node.get("done").asBoolean()).isTrue());
		assertThat(this.b.json(LISTS).at("/bypassed/by").asString()).isEqualTo("admin");
		assertThat(change("DELETE", "/bypass", null)).hasSize(2);
		assertThat(this.b.json(LISTS).get("bypassed").isNull()).isTrue();
		assertThat(this.b.json(LISTS + "/operations?limit=5"))
			.extracting((operation) -> operation.get("action").asString() + " by " + operation.get("by").asString())
			.containsExactly("END_BYPASS by admin", "BYPASS by admin", "CLEAR by admin", "REMOVE_PATTERN by admin",
					"REMOVE by admin");
	}

	@Test
	void rejectsInvalidRequests() throws Exception {
		Administrator admin = new Administrator(this.a);
		for (String body : List.of("{}", "{\"key\":\"a\",\"pattern\":\"b\"}", "{\"pattern\":\"\"}")) {
			assertThat(problem(400, admin.send("POST", LISTS + "/cluster/removals", body)).get("type").asString())
				.isEqualTo("urn:yoil:ehcache:problem:refused-removal");
		}
		assertThat(
				problem(404, admin.send("DELETE", "/api/v1/cache/none/cluster/entries", null)).get("type").asString())
			.isEqualTo("urn:yoil:ehcache:problem:unknown-cache");
		problem(404, this.a.get("/api/v1/cache/none/cluster?key=a"));
		problem(400, this.a.get(LISTS + "/cluster"));
		problem(400, this.a.get(LISTS + "/cluster?key=" + "a".repeat(4_001)));
		assertThat(this.a.get(LISTS + "/cluster?key=").statusCode()).isEqualTo(200);
		problem(401, this.a.text(this.a.request("DELETE", LISTS + "/cluster/entries").build()));
	}

	@Test
	void worksWithoutTheDatabase() throws Exception {
		this.b.get(MONDAY);
		try (Connection locking = this.a.bean(DataSource.class).getConnection()) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_region in access exclusive mode");
			JsonNode view = this.a.json(VIEW);
			assertThat(nodes(view)).hasSize(2).allMatch((node) -> answers(node));
			JsonNode key = key("findWebtoonsByPublishDay", "MONDAY");
			assertThat(of(this.b, nodes(key)).get("entry").isNull()).isFalse();
			locking.rollback();
		}
	}

}
