package dev.yoil.webtoon;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;

import javax.sql.DataSource;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.cluster.InstanceTable;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The view of two instances. {@code ConsoleClusterTests} has operations on both.
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
			await().until(() -> nodes(service.json(VIEW)).stream().filter(ClusterViewTests::hasReported).count() == 2);
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

	private JsonNode other() throws Exception {
		this.b.reportSoon();
		return of(this.b, nodes(this.a.json(VIEW)));
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
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		this.b.get(MONDAY);
		this.b.clock().advance(Duration.ofSeconds(10));
		JsonNode before = this.b.json("/api/v1/cache");
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
		assertThat(here.at("/caches/findWebtoonsByPublishDay/size").asLong()).as("at once").isEqualTo(1);
		assertThat(here.at("/node/leaseLeftMillis").asLong()).isBetween(1L, 1_000L);
		assertThat(other().at("/node/here").asBoolean()).isFalse();
		assertThat(other().at("/node/leaseLeftMillis").isNull()).isTrue();
		JsonNode lists = other().at("/caches/findWebtoonsByPublishDay");
		assertThat(lists.get("size").asLong()).isEqualTo(1);
		assertThat(lists.get("capacity").asLong()).isEqualTo(10_000);
		assertThat(lists.get("hits").asLong()).isEqualTo(hits + 1);
		assertThat(lists.get("failedLoads").asLong()).isZero();
		assertThat(this.b.json("/api/v1/cache")).as("the view leaves no trace").isEqualTo(before);
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
		assertThat(view.get("differing")).isEmpty();
	}

	@Test
	void removesFromOneInstanceUnlessAllAreAskedFor() throws Exception {
		this.a.get(MONDAY);
		this.b.get(MONDAY);
		Administrator administrator = new Administrator(this.a);
		administrator.send("POST", LISTS + "/removals", "{\"key\":\"MONDAY\"}");
		administrator.send("DELETE", LISTS + "/entries", null);
		// A change that comes later has been applied, so an earlier one has, too.
		this.a.bean(Regions.class).changed("marker");
		await().until(() -> this.b.bean(Regions.class).version("marker") != null);
		assertThat(size(this.b)).isEqualTo(1);
		assertThat(this.a.json(LISTS + "/operations?limit=1").at("/0/everywhere").asBoolean()).isFalse();
	}

	@Test
	void worksWithoutTheDatabase() throws Exception {
		this.a.json(VIEW);
		try (Connection locking = this.a.bean(DataSource.class).getConnection()) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_region in access exclusive mode");
			assertThat(nodes(this.a.json(VIEW))).hasSize(2).allMatch(ClusterViewTests::hasReported);
			locking.rollback();
		}
	}

	private static UUID id(RunningService service) {
		return service.bean(InstanceTable.class).here();
	}

	private static List<JsonNode> nodes(JsonNode response) {
		return StreamSupport.stream(response.get("nodes").spliterator(), false).toList();
	}

	private static boolean hasReported(JsonNode node) {
		return node.at("/node/uptimeSeconds").isNumber();
	}

	private static JsonNode of(RunningService service, Iterable<JsonNode> nodes) {
		return of(id(service), nodes);
	}

	private static JsonNode of(UUID id, Iterable<JsonNode> nodes) {
		return StreamSupport.stream(nodes.spliterator(), false)
			.filter((node) -> node.at("/node/id").asString().equals(id.toString()))
			.findFirst()
			.orElseThrow();
	}

}
