package dev.yoil.webtoon;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Visitors who wait to like one webtoon.
 */
@Tag("full")
@Timeout(120)
class WaitingWritersTests {

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

}
