package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.PostgresServer;
import dev.yoil.support.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Changes on one instance, read on another.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoInstancesTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private RedisProcess redis;

	private RunningService a;

	private RunningService b;

	/** The number of a webtoon of Monday. */
	private long id;

	@BeforeAll
	void start() throws Exception {
		String url = PostgresServer.shared().createDatabase();
		this.redis = new RedisProcess();
		String[] arguments = PostgresServer.arguments(url, "--yoil.sample-webtoons=315",
				"--YOIL_REDIS_URL=" + this.redis.url(), "--yoil.ehcache.config=cluster/ehcache.xml",
				"--spring.datasource.hikari.maximum-pool-size=4");
		this.a = RunningService.startPooled(arguments);
		this.b = RunningService.startPooled(arguments);
		this.id = this.a.json(MONDAY).at("/0/id").asLong();
	}

	@AfterAll
	void stop() {
		this.a.close();
		this.b.close();
		this.redis.close();
	}

	private static long likes(JsonNode list, long id) {
		return StreamSupport.stream(list.spliterator(), false)
			.filter((webtoon) -> webtoon.get("id").asLong() == id)
			.findFirst()
			.orElseThrow()
			.get("likes")
			.asLong();
	}

	private static String cacheStatus(RunningService service, String path) throws Exception {
		return service.get(path).headers().firstValue("Cache-Status").orElseThrow();
	}

	@Test
	void haveTheSameCachesAsASingleInstance() throws Exception {
		EhcacheXml several = EhcacheXml.read("several", new FileSystemResource("cluster/ehcache.xml"));
		EhcacheXml alone = EhcacheXml.read("alone", new FileSystemResource("ehcache.xml"));
		assertThat(several.caches()).usingRecursiveFieldByFieldElementComparatorIgnoringFields("place", "global")
			.isEqualTo(alone.caches());
		assertThat(Files.readString(Path.of("cluster/ehcache.xml"))).contains("<y:cluster");
	}

	@Test
	void loadAValueOnceForBoth() throws Exception {
		for (String path : List.of("/api/v1/webtoon?publishDay=TUESDAY", "/api/v1/webtoon?publishDay=TUESDAY&page=1")) {
			HttpResponse<String> loaded = this.a.get(path);
			HttpResponse<String> shared = this.b.get(path);
			assertThat(shared.headers().firstValue("Cache-Status").orElseThrow()).contains("; fwd=miss; stored; ttl=",
					"; detail=tier");
			assertThat(shared.body()).isEqualTo(loaded.body());
			for (String header : List.of("ETag", "Content-Type", "Vary", "Cache-Control")) {
				assertThat(shared.headers().allValues(header)).as(header).isEqualTo(loaded.headers().allValues(header));
			}
			assertThat(cacheStatus(this.b, path)).contains("; hit");
		}
	}

	/**
	 * The other instance has the list in its cache whenever it is asked.
	 */
	@Test
	void showAClientItsOwnChangeOnTheNextRequest() throws Exception {
		Reader reader = new Reader(this.a);
		for (int i = 0; i < 10; i++) {
			RunningService written = (i % 2 == 0) ? this.a : this.b;
			RunningService read = (i % 2 == 0) ? this.b : this.a;
			read.get(MONDAY);
			String method = (i % 2 == 0) ? "PUT" : "DELETE";
			long likes = reader.at(written)
				.json(200, method, "/api/v1/webtoon/" + this.id + "/like", null)
				.get("likes")
				.asLong();
			assertThat(likes(reader.at(read).get(MONDAY), this.id)).as("after change " + i).isEqualTo(likes);
		}
	}

	@Test
	void showOtherClientsTheChangeSoon() throws Exception {
		// A page that the other instance has never loaded.
		String page = MONDAY + "&sort=likes&page=1";
		this.b.get(page);
		this.b.get(MONDAY);
		assertThat(cacheStatus(this.b, page)).contains("; hit");
		long likes = new Reader(this.a).json(200, "PUT", "/api/v1/webtoon/" + this.id + "/like", null)
			.get("likes")
			.asLong();
		await().until(() -> likes(this.b.json(MONDAY), this.id) == likes);
		await().until(() -> cacheStatus(this.b, page).contains("fwd=miss"));
		assertThat(this.b.get("/actuator/prometheus").body()).contains("cache_region_changes_total{heard=\"told\"}",
				"cache_lease_left_seconds", "cache_region_notified");
	}

	@Test
	void shareBannedWords() throws Exception {
		String path = "/api/v1/webtoon/" + this.id + "/reviews";
		assertThat(new Administrator(this.a).send("POST", "/api/v1/admin/banned-words", "{\"word\":\"unheard-of\"}")
			.statusCode()).isEqualTo(201);
		await().until(() -> new Reader(this.b).send("POST", path, Reader.review("reader", 4, "unheard-of"))
			.statusCode() == 422);
	}

	/** Only the database can tell the two that it is the same visitor. */
	@Test
	void countAVisitorOnce() throws Exception {
		String webtoon = "/api/v1/webtoon/" + this.id;
		JsonNode before = this.a.json(webtoon);
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (int round = 1; round <= 5; round++) {
				Reader visitor = new Reader(this.a);
				visitor.token();
				String cookie = Objects.requireNonNull(visitor.cookie("yoil-visitor"));
				CyclicBarrier start = new CyclicBarrier(8);
				List<Callable<Integer>> twins = IntStream.range(0, 8).<Callable<Integer>>mapToObj((number) -> () -> {
					Reader twin = new Reader((number % 2 == 0) ? this.a : this.b).with("yoil-visitor", cookie);
					start.await();
					twin.json(200, "PUT", webtoon + "/like", null);
					return twin.send("POST", webtoon + "/reviews", Reader.review("x", 3, "x")).statusCode();
				}).toList();
				List<Integer> posts = new ArrayList<>();
				for (Future<Integer> post : threads.invokeAll(twins)) {
					posts.add(post.get());
				}
				assertThat(posts).containsOnlyOnce(201).containsOnly(201, 409);
				JsonNode details = this.a.json(webtoon);
				for (String count : List.of("likes", "reviews")) {
					assertThat(details.get(count).asLong()).isEqualTo(before.get(count).asLong() + round);
				}
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	/** As an event listener of the phase {@code BEFORE_COMMIT} that evicts. */
	@Test
	void commitAChangeBeforeTheCommitWithTheTransaction() {
		JdbcTemplate jdbc = this.a.bean(JdbcTemplate.class);
		Regions regions = this.a.bean(Regions.class);
		String id = this.a.bean(TransactionTemplate.class).execute((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void beforeCommit(boolean readOnly) {
					regions.changed("before the commit");
				}

			});
			return jdbc.queryForObject("select pg_current_xact_id()::text", String.class);
		});
		assertThat(jdbc.queryForObject("select xmin::text from cache_region where region = 'before the commit'",
				String.class))
			.isEqualTo(id);
	}

}
