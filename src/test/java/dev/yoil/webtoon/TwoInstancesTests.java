package dev.yoil.webtoon;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.region.RegionVersion;
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
import tools.jackson.databind.json.JsonMapper;

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

	private static final JsonMapper JSON = JsonMapper.shared();

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final int POOL = 4;

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
				"--spring.datasource.hikari.maximum-pool-size=" + POOL);
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

	/**
	 * How many changes an instance has heard of, in which way.
	 */
	private double changes(String heard) throws Exception {
		return this.b.get("/actuator/prometheus")
			.body()
			.lines()
			.filter((line) -> line.startsWith("cache_region_changes_total{heard=\"" + heard + "\"}"))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.findFirst()
			.orElseThrow();
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
		for (int i = 0; i < 50; i++) {
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
	void giveClientsWithoutCookiesTheTokenInAHeader() throws Exception {
		Reader reader = new Reader(this.a);
		this.b.get(MONDAY);
		HttpResponse<String> response = reader.send("PUT", "/api/v1/webtoon/" + this.id + "/like", null);
		String token = response.headers().firstValue(RegionTokenFilter.HEADER).orElseThrow();
		assertThat(response.headers().allValues("Set-Cookie")).anySatisfy((cookie) -> assertThat(cookie)
			.contains(RegionTokenFilter.COOKIE + "=" + token, "HttpOnly", "SameSite=Lax", "Max-Age=11"));
		JsonNode list = JSON.readTree(
				this.b.text(this.b.request("GET", MONDAY).header(RegionTokenFilter.HEADER, token).build()).body());
		assertThat(likes(list, this.id)).isEqualTo(JSON.readTree(response.body()).get("likes").asLong());
	}

	@Test
	void ignoreTokensWithAnInvalidSignature() throws Exception {
		this.b.get(MONDAY);
		for (String token : List.of("", ".", "x", "x.y", "ZGF5L01PTkRBWT05OTk5.AAAA", "a".repeat(5_000))) {
			HttpRequest request = this.b.request("GET", MONDAY).header("Cookie", "cache-token=" + token).build();
			assertThat(this.b.text(request).statusCode()).as(token).isEqualTo(200);
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
		await().until(() -> changes("told") > 0);
		await().until(() -> cacheStatus(this.b, page).contains("fwd=miss"));
	}

	/**
	 * As if the writer had been killed between its commit and its notification.
	 */
	@Test
	void findAChangeWithoutANotification() throws Exception {
		this.b.get("/api/v1/genres");
		JdbcTemplate jdbc = this.a.bean(JdbcTemplate.class);
		jdbc.update("update genre set label = 'changed by hand' where code = 'DRAMA'");
		String change = "insert into cache_region (region, n, tag) values ('genres', 1, gen_random_uuid()) "
				+ "on conflict (region) do update set n = cache_region.n + 1";
		jdbc.update(change);
		await().until(() -> this.b.get("/api/v1/genres").body().contains("changed by hand"));
		await().until(() -> this.a.get("/api/v1/genres").body().contains("changed by hand"));
		// A late notification of an earlier test may have led to the first change.
		await().until(() -> changes("found") > 0 || jdbc.update(change) == 0);
	}

	@Test
	void shareBannedWords() throws Exception {
		String path = "/api/v1/webtoon/" + this.id + "/reviews";
		assertThat(new Administrator(this.a).send("POST", "/api/v1/admin/banned-words", "{\"word\":\"unheard-of\"}")
			.statusCode()).isEqualTo(201);
		await().until(() -> new Reader(this.b).send("POST", path, Reader.review("reader", 4, "unheard-of"))
			.statusCode() == 422);
	}

	@Test
	void letOnlyTokenHoldersWaitForAConnection() throws Exception {
		this.b.get(MONDAY);
		String token = new RegionTokens(this.b.bean(Regions.class)).of(null,
				Map.of("day-MONDAY", new RegionVersion(1_000_000, UUID.randomUUID())));
		List<Connection> taken = new ArrayList<>();
		this.b.limitWaitForConnection(Duration.ofSeconds(1));
		try (Socket holder = new Socket(InetAddress.getLoopbackAddress(), this.b.port())) {
			for (int connection = 0; connection < POOL; connection++) {
				taken.add(this.b.bean(DataSource.class).getConnection());
			}
			holder.getOutputStream()
				.write(("GET " + MONDAY + " HTTP/1.1\r\nHost: a\r\n" + RegionTokenFilter.HEADER + ": " + token
						+ "\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			await().until(
					() -> this.b.bean(HikariDataSource.class).getHikariPoolMXBean().getThreadsAwaitingConnection() > 0);
			assertThat(cacheStatus(this.b, MONDAY)).contains("; hit");
			assertThat(holder.getInputStream().available()).as("still waiting").isZero();
			BufferedReader response = new BufferedReader(
					new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8));
			List<String> head = new ArrayList<>();
			for (String line = response.readLine(); line != null && !line.isEmpty(); line = response.readLine()) {
				head.add(line);
			}
			assertThat(head).noneMatch((line) -> line.startsWith("Cache-Status") && line.contains("; hit; ttl="));
		}
		finally {
			for (Connection connection : taken) {
				connection.close();
			}
			this.b.limitWaitForConnection(Duration.ofSeconds(3));
		}
	}

	@Test
	void serveNothingAsFreshAfterTheLease() throws Exception {
		// No other test makes loads of this day fail.
		String sunday = "/api/v1/webtoon?publishDay=SUNDAY";
		this.b.get(sunday);
		Regions regions = this.b.bean(Regions.class);
		try (Connection locking = this.a.bean(DataSource.class).getConnection()) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_region in access exclusive mode");
			await().until(() -> !regions.isValid());
			assertThat(this.b.get("/actuator/prometheus").body()).contains("cache_lease_left_seconds -");
			assertThat(cacheStatus(this.b, sunday)).contains("fwd=miss");
			assertThat(cacheStatus(this.b, sunday)).contains("fwd=miss");
			locking.rollback();
		}
		await().until(regions::isValid);
		await().until(() -> cacheStatus(this.b, sunday).contains("; hit"));
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
