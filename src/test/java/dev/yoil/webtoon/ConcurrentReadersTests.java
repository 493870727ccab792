package dev.yoil.webtoon;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A hundred visitors who like and review one webtoon at the same time.
 */
@Tag("full")
@Timeout(120)
class ConcurrentReadersTests {

	private static final int VISITORS = 100;

	/** Of Saturday, as the fourth of ten. */
	private static final String WEBTOON = "/api/v1/webtoon/41";

	private static String[] arguments;

	/** On PostgreSQL. */
	private static RunningService one;

	@BeforeAll
	static void start() {
		arguments = PostgresServer.arguments(PostgresServer.shared().createDatabase(), "--yoil.sample-webtoons=70");
		one = RunningService.startPooled(arguments);
	}

	@AfterAll
	static void stop() {
		one.close();
	}

	@Test
	void keepsEveryUpdateOnPostgres() throws Exception {
		assertKeepsEveryUpdate(one);
	}

	/**
	 * Only the database can tell the two that it is the same visitor.
	 */
	@Test
	void countsAVisitorOnceAcrossTwoInstances() throws Exception {
		String webtoon = "/api/v1/webtoon/2";
		try (RunningService other = RunningService.startPooled(arguments)) {
			for (int round = 1; round <= 5; round++) {
				Reader reader = new Reader(one);
				reader.json(200, "PUT", "/api/v1/webtoon/1/like", null);
				String cookie = Objects.requireNonNull(reader.cookie("yoil-visitor"));
				Collection<Integer> posts = new ConcurrentLinkedQueue<>();
				atOnce(8, (number) -> {
					Reader twin = new Reader((number % 2 == 0) ? one : other).with("yoil-visitor", cookie);
					posts.add(twin.send("POST", webtoon + "/reviews", Reader.review("x", 3, "x")).statusCode());
					return twin.json(200, "PUT", webtoon + "/like", null);
				});
				assertThat(posts).hasSize(8).containsOnlyOnce(201).containsOnly(201, 409);
				JsonNode details = one.json(webtoon);
				assertThat(details.get("likes").asInt()).isEqualTo(round);
				assertThat(details.get("reviews").asInt()).isEqualTo(round);
			}
		}
	}

	/**
	 * On H2 with a locked webtoon and a pool of two connections. A request that gets no
	 * connection within 250 ms fails.
	 */
	@Test
	void keepsAConnectionFreeWhileWritersWait() throws Exception {
		String url = "jdbc:h2:mem:" + UUID.randomUUID();
		String locked = "/api/v1/webtoon/2";
		ExecutorService threads = Executors.newFixedThreadPool(5);
		try (RunningService service = RunningService.startPooled("--spring.datasource.url=" + url);
				Connection other = DriverManager.getConnection(url, "sa", "")) {
			assertKeepsEveryUpdate(service);
			HikariDataSource pool = service.bean(HikariDataSource.class);
			pool.getHikariConfigMXBean().setMinimumIdle(2);
			pool.getHikariConfigMXBean().setMaximumPoolSize(2);
			pool.getHikariPoolMXBean().softEvictConnections();
			await().until(() -> pool.getHikariPoolMXBean().getTotalConnections() <= 2);
			service.limitWaitForConnection(Duration.ofMillis(250));
			other.setAutoCommit(false);
			other.createStatement().execute("select * from webtoon where id = 2 for update");
			List<Future<JsonNode>> likes = IntStream.range(0, 5)
				.mapToObj(
						(number) -> threads.submit(() -> new Reader(service).json(200, "PUT", locked + "/like", null)))
				.toList();
			await().until(() -> pool.getHikariPoolMXBean().getActiveConnections() > 0);
			for (int time = 0; time < 20; time++) {
				service.json("/api/v1/webtoon/3");
			}
			other.rollback();
			for (Future<JsonNode> like : likes) {
				like.get(30, TimeUnit.SECONDS);
			}
			assertThat(service.json(locked).get("likes").asInt()).isEqualTo(5);
		}
		finally {
			threads.shutdownNow();
		}
	}

	private static void assertKeepsEveryUpdate(RunningService service) throws Exception {
		JsonNode before = service.json(WEBTOON);
		String list = "/api/v1/webtoon?publishDay=" + before.get("publishDay").asString() + "&sort=likes";
		for (String path : List.of(list, list + "&page=0")) {
			service.json(path);
		}
		atOnce(VISITORS, (number) -> visit(new Reader(service), number, list));

		Map<String, Object> rows = service.bean(JdbcTemplate.class).queryForMap("""
				select (select count(*) from webtoon_like where webtoon_id = 41) as likes,
					(select count(*) from review where webtoon_id = 41) as reviews,
					(select sum(rating) from review where webtoon_id = 41) as ratings,
					like_count, review_count, rating_sum
				from webtoon where id = 41
				""");
		assertThat(rows).containsEntry("likes", 75L)
			.containsEntry("like_count", 75L)
			.containsEntry("reviews", 80L)
			.containsEntry("review_count", 80L);
		assertThat(((Number) rows.get("ratings")).longValue()).isEqualTo(((Number) rows.get("rating_sum")).longValue())
			.isEqualTo(IntStream.range(0, VISITORS)
				.filter((number) -> number % 5 != 0)
				.mapToLong((number) -> rating(number))
				.sum());
		JsonNode details = service.json(WEBTOON);
		assertThat(details.get("likes").asLong()).isEqualTo(75);
		assertThat(details.get("reviews").asLong()).isEqualTo(80);
		for (JsonNode first : List.of(service.json(list).get(0), service.json(list + "&page=0").at("/items/0"))) {
			assertThat(first.get("id").asLong()).isEqualTo(41);
			for (String field : List.of("likes", "reviews", "rating")) {
				assertThat(first.get(field)).isEqualTo(details.get(field));
			}
		}
	}

	/**
	 * What a visitor's rating is in the end.
	 */
	private static int rating(int number) {
		return (number % 2 == 0) ? 1 : number % 5 + 1;
	}

	private static Object visit(Reader reader, int number, String list) throws Exception {
		reader.json(200, "PUT", WEBTOON + "/like", null);
		assertThat(reader.json(200, "PUT", WEBTOON + "/like", null).get("liked").asBoolean()).isTrue();
		// A list that is read while others write is not to be kept.
		reader.get(list);
		String reviews = WEBTOON + "/reviews";
		JsonNode review = reader.json(201, "POST", reviews, Reader.review("v" + number, number % 5 + 1, "good"));
		String own = reviews + "/" + review.get("id").asLong();
		if (number % 2 == 0) {
			reader.json(200, "PUT", own, Reader.review("v" + number, 1, "not so good"));
		}
		reader.get(list + "&page=0");
		if (number % 4 == 0) {
			assertThat(reader.json(200, "DELETE", WEBTOON + "/like", null).get("liked").asBoolean()).isFalse();
		}
		if (number % 5 == 0) {
			reader.json(204, "DELETE", own, null);
		}
		return number;
	}

	private static void atOnce(int visitors, Visit visit) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(visitors);
		CyclicBarrier start = new CyclicBarrier(visitors);
		try {
			List<Callable<Object>> visits = IntStream.range(0, visitors).<Callable<Object>>mapToObj((number) -> () -> {
				start.await();
				return visit.by(number);
			}).toList();
			for (Future<Object> each : threads.invokeAll(visits, 100, TimeUnit.SECONDS)) {
				each.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private interface Visit {

		Object by(int number) throws Exception;

	}

}
