package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.PostgresServer;
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

import static dev.yoil.webtoon.ClusterAnswer.hasReported;
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
		for (RunningService service : List.of(this.a, this.b)) {
			await().until(() -> nodes(service.json(VIEW)).stream().filter(ClusterAnswer::hasReported).count() == 2);
		}
	}

	@AfterAll
	void stop() {
		this.a.close();
		this.b.close();
	}

	@BeforeEach
	void clear() {
		for (RunningService service : List.of(this.a, this.b)) {
			service.bean(EhCacheCacheManager.class)
				.caches()
				.forEach((cache) -> cache.unwrap(CacheOperations.class).clear("test"));
		}
	}

	@AfterEach
	void removeOtherInstances() {
		this.jdbc.update("delete from cache_region where region like '#node %' and tag not in (?, ?)", id(this.a),
				id(this.b));
	}

	private HttpResponse<String> send(String method, String path, @Nullable String body) throws Exception {
		return new Administrator(this.a).send(method, LISTS + path, body);
	}

	private static JsonNode problem(int status, HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		return JsonMapper.shared().readTree(response.body());
	}

	private JsonNode other() throws Exception {
		this.b.reportSoon();
		return of(this.b, nodes(this.a.json(VIEW)));
	}

	private List<String> differing() throws Exception {
		this.b.reportSoon();
		return ClusterAnswer.differing(this.a.json(VIEW));
	}

	private static long size(RunningService service) throws Exception {
		return service.json(LISTS).get("size").asLong();
	}

	/** Returns a row as instances without reports write it. */
	private UUID addNode(String url, int age) {
		UUID id = UUID.randomUUID();
		this.jdbc.update("""
				insert into cache_region (region, n, tag)
				values (?, (extract(epoch from clock_timestamp()) * 1000)::bigint - ? * 1000, ?)""", "#node " + url,
				age, id);
		return id;
	}

	@Test
	void showsTheFiguresOfAllInstances() throws Exception {
		long hits = other().at("/caches/findWebtoonsByPublishDay/hits").asLong();
		this.b.get(MONDAY);
		this.b.get(MONDAY);
		await().until(() -> other().at("/caches/findWebtoonsByPublishDay/hits").asLong() > hits);
		JsonNode view = this.a.json(VIEW);
		assertThat(view.get("clustered").asBoolean()).isTrue();
		assertThat(nodes(view)).hasSize(2).allSatisfy((node) -> {
			assertThat(hasReported(node)).isTrue();
			assertThat(node.at("/node/url").asString()).startsWith("http://127.0.0.1:");
			assertThat(node.at("/node/console").asString()).isEqualTo(node.at("/node/url").asString() + "/console/");
			assertThat(node.at("/node/lost").asBoolean()).isFalse();
			assertThat(node.at("/node/ageMillis").asLong()).isBetween(0L, 60_000L);
			assertThat(node.at("/node/pools/0/max").asLong()).isPositive();
			assertThat(node.get("caches").propertyNames()).hasSize(6);
		});
		JsonNode here = of(this.a, nodes(view));
		assertThat(here.at("/node/here").asBoolean()).isTrue();
		assertThat(here.at("/node/leaseLeftMillis").asLong()).isBetween(1L, 1_000L);
		assertThat(other().at("/node/here").asBoolean()).isFalse();
		assertThat(other().at("/node/leaseLeftMillis").isNull()).isTrue();
		JsonNode lists = other().at("/caches/findWebtoonsByPublishDay");
		assertThat(lists.get("size").asLong()).isEqualTo(1);
		assertThat(lists.get("capacity").asLong()).isEqualTo(10_000);
		assertThat(lists.get("hits").asLong()).isEqualTo(hits + 1);
		assertThat(lists.get("failedLoads").asLong()).isZero();
	}

	@Test
	void showsItsOwnFiguresAtOnce() throws Exception {
		this.a.get(MONDAY);
		assertThat(of(this.a, nodes(this.a.json(VIEW))).at("/caches/findWebtoonsByPublishDay/size").asLong())
			.isEqualTo(1);
	}

	@Test
	void marksBypasses() throws Exception {
		new Administrator(this.b).send("PUT", "/api/v1/cache/renderPage/bypass", null);
		try {
			await().untilAsserted(() -> assertThat(differing()).containsExactly("renderPage"));
			assertThat(other().at("/caches/renderPage/bypassed/by").asString()).isEqualTo("admin");
		}
		finally {
			new Administrator(this.b).send("DELETE", "/api/v1/cache/renderPage/bypass", null);
		}
		await().untilAsserted(() -> assertThat(differing()).isEmpty());
	}

	@Test
	void marksTheLossOfTheDatabase() throws Exception {
		RegionWatch watch = this.a.bean(RegionWatch.class);
		watch.stop();
		try {
			await().until(() -> !this.a.bean(Regions.class).isValid());
			JsonNode view = this.a.json(VIEW);
			assertThat(of(this.a, nodes(view)).at("/node/leaseLeftMillis").asLong()).isNegative();
			assertThat(other().at("/node/lost").asBoolean()).as("it may still report").isFalse();
			long age = other().at("/node/ageMillis").asLong();
			await().until(() -> other().at("/node/ageMillis").asLong() > age);
		}
		finally {
			watch.start();
		}
	}

	@Test
	void marksLostInstancesAndThoseWithoutAReport() throws Exception {
		UUID dead = addNode("http://127.0.0.1:1", 30);
		UUID earlier = addNode("http://127.0.0.1:2", 1);
		UUID script = addNode("javascript:alert(1)", 1);
		this.jdbc.update("update cache_region set report = tag || ' {\"console\":\"/console\"}' where tag = ?", script);
		await().until(() -> nodes(this.a.json(VIEW)).size() == 5);
		JsonNode view = this.a.json(VIEW);
		assertThat(of(dead, nodes(view)).at("/node/lost").asBoolean()).isTrue();
		assertThat(of(dead, nodes(view)).at("/node/ageMillis").asLong()).isGreaterThanOrEqualTo(30_000);
		assertThat(of(earlier, nodes(view)).at("/node/lost").asBoolean()).isFalse();
		for (UUID silent : List.of(dead, earlier, script)) {
			assertThat(hasReported(of(silent, nodes(view)))).isFalse();
			assertThat(of(silent, nodes(view)).get("caches")).isEmpty();
			assertThat(of(silent, nodes(view)).at("/node/console").isNull()).isTrue();
		}
		assertThat(ClusterAnswer.differing(view)).isEmpty();
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
			assertThat(send("POST", "/cluster/removals", "{\"key\":\"MONDAY\",\"dryRun\":true}").body())
				.contains("\"matched\":1,\"removed\":0");
		}
		assertThat(all()).isEqualTo(before);
		assertThat(before)
			.allSatisfy((caches) -> assertThat(caches.at("/findWebtoonsByPublishDay/entries")).hasSize(1));
	}

	private List<JsonNode> all() throws Exception {
		return List.of(this.a.json("/api/v1/cache"), this.b.json("/api/v1/cache"));
	}

	@Test
	void removesAKeyFromAllInstances() throws Exception {
		for (RunningService service : List.of(this.a, this.b)) {
			service.get(MONDAY);
			service.get("/api/v1/webtoon?publishDay=TUESDAY");
		}
		HttpResponse<String> removed = send("POST", "/cluster/removals", "{\"key\":\"MONDAY\"}");
		assertThat(JsonMapper.shared().readTree(removed.body()).get("removed").asLong()).isEqualTo(1);
		assertThat(size(this.a)).isEqualTo(1);
		await().until(() -> size(this.b) == 1);
		assertThat(this.b.json(LISTS).at("/entries/0/key").asString()).isEqualTo("TUESDAY");
		assertThat(this.a.json(LISTS + "/removals").at("/0/by").asString()).isEqualTo("admin");
		assertThat(this.b.json(LISTS + "/removals").at("/0/region").asString()).startsWith("day/MONDAY");
	}

	@Test
	void clearsAllInstances() throws Exception {
		this.b.get(MONDAY);
		assertThat(send("DELETE", "/cluster/entries", null).statusCode()).isEqualTo(204);
		await().until(() -> size(this.b) == 0);
		JsonNode operation = this.a.json(LISTS + "/operations?limit=1").get(0);
		assertThat(operation.get("action").asString()).isEqualTo("CLEAR");
		assertThat(operation.get("everywhere").asBoolean()).isTrue();
	}

	@Test
	void removesFromOneInstanceUnlessAllAreAskedFor() throws Exception {
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		send("POST", "/removals", "{\"key\":\"MONDAY\"}");
		send("DELETE", "/entries", null);
		// A change that comes later has been applied, so an earlier one has, too.
		this.a.bean(Regions.class).changed("marker");
		await().until(() -> this.b.bean(Regions.class).version("marker") != null);
		assertThat(size(this.b)).isEqualTo(1);
		assertThat(this.a.json(LISTS + "/operations?limit=1").at("/0/everywhere").asBoolean()).isFalse();
	}

	/** Without the entry, the instance knows the text of the key but not the key. */
	@Test
	void refusesToRemoveAKeyThatItDoesNotHave() throws Exception {
		this.b.get(MONDAY);
		assertThat(problem(404, send("POST", "/cluster/removals", "{\"key\":\"MONDAY\"}")).get("type").asString())
			.isEqualTo("urn:yoil:ehcache:problem:unknown-entry");
		assertThat(size(this.b)).isEqualTo(1);
	}

	@Test
	void rejectsInvalidRequests() throws Exception {
		assertThat(problem(400, send("POST", "/cluster/removals", "{}")).get("type").asString())
			.isEqualTo("urn:yoil:ehcache:problem:refused-removal");
		problem(400, send("POST", "/cluster/removals", "{\"key\":\"a\",\"pattern\":\"b\"}"));
		assertThat(problem(404, new Administrator(this.a).send("DELETE", "/api/v1/cache/none/cluster/entries", null))
			.get("type")
			.asString()).isEqualTo("urn:yoil:ehcache:problem:unknown-cache");
		problem(401, this.a.text(this.a.request("DELETE", LISTS + "/cluster/entries").build()));
	}

	@Test
	void worksWithoutTheDatabase() throws Exception {
		this.a.json(VIEW);
		try (Connection locking = this.a.bean(DataSource.class).getConnection()) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_region in access exclusive mode");
			assertThat(nodes(this.a.json(VIEW))).hasSize(2).allMatch(ClusterAnswer::hasReported);
			locking.rollback();
		}
	}

}
