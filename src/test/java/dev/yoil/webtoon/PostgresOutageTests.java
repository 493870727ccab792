package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Responses while a real server breaks or delays connections.
 */
@Tag("full")
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class PostgresOutageTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final PostgresServer server = PostgresServer.shared();

	private static String url;

	private static RunningService service;

	@BeforeAll
	static void start() {
		url = server.createDatabase();
		service = RunningService
			.startPooled(PostgresServer.arguments(url, "--spring.datasource.hikari.maximum-pool-size=2",
					"--yoil.sample-webtoons=70", "--spring.datasource.hikari.data-source-properties.socketTimeout=2"));
		service.limitWaitForConnection(Duration.ofMillis(300));
	}

	@AfterAll
	static void end() {
		service.close();
	}

	@BeforeEach
	void restore() {
		service.bean(EhCacheCacheManager.class).resetCaches();
		HikariPoolMXBean pool = service.bean(HikariDataSource.class).getHikariPoolMXBean();
		await().until(() -> pool.getIdleConnections() == 2);
	}

	@Test
	void returnsRetryAfterWhenTheConnectionBreaks(CapturedOutput output) throws Exception {
		int before = output.toString().length();
		assertThat(server.breakConnections(url)).containsExactly(true, true);
		assertUnavailable(service.get(MONDAY));
		assertUnavailable(service.get(MONDAY));
		assertThat(output.toString().substring(before).lines()).filteredOn((line) -> !line.contains(" INFO "))
			.singleElement()
			.asString()
			.contains("Database unreachable since ", "terminating connection due to administrator command");
		await().until(() -> service.get(MONDAY).statusCode() == 200);
	}

	@Test
	void returnsRetryAfterWhenTheServerHangs() throws Exception {
		try (Connection other = DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
				Statement statement = other.createStatement()) {
			other.setAutoCommit(false);
			statement.execute("lock table webtoon in access exclusive mode");
			assertUnavailable(service.get(MONDAY));
			other.rollback();
		}
		await().until(() -> service.get(MONDAY).statusCode() == 200);
	}

	private static void assertUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).contains("5");
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("The database is unavailable");
	}

}
