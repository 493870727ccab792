package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;

import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Responses while a real server rejects, breaks or delays connections.
 */
@Tag("full")
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class PostgresOutageTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String INSPECTION = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final String STALE = "findWebtoonsByPublishDay; hit; ttl=-1; detail=stale-if-error; key=\"MONDAY\"";

	@TempDir
	private Path folder;

	private final PostgresServer server = PostgresServer.shared();

	private String url;

	private RunningService service;

	@BeforeEach
	void start() throws Exception {
		this.url = this.server.createDatabase();
		this.service = RunningService
			.startPooled(PostgresServer.arguments(this.url, "--spring.datasource.hikari.maximum-pool-size=2",
					"--yoil.sample-webtoons=70", "--spring.datasource.hikari.data-source-properties.socketTimeout=2",
					RunningService.caches(this.folder, "<heap>10</heap><y:policy ttl='200s' stale-if-error='10m'/>")));
		this.service.limitWaitForConnection(Duration.ofMillis(300));
	}

	@AfterEach
	void end() {
		if (this.service != null) {
			this.service.close();
		}
	}

	@Test
	void servesAStaleListUntilTheServerAcceptsConnections() throws Exception {
		String list = this.service.get(MONDAY).body();
		this.server.shut(this.url);
		this.service.clock().advance(Duration.ofSeconds(201));
		HttpResponse<String> stale = this.service.get(MONDAY);
		assertThat(stale.statusCode()).isEqualTo(200);
		assertThat(stale.body()).isEqualTo(list);
		assertThat(stale.headers().firstValue("Cache-Status")).contains(STALE);
		assertThat(this.service.get("/actuator/health/readiness").statusCode()).isEqualTo(200);

		this.server.open(this.url);
		await().until(() -> {
			this.service.clock().advance(Duration.ofSeconds(1));
			this.service.get(MONDAY);
			return this.service.json(INSPECTION).at("/entries/0/version").asLong() == 2;
		});
		HttpResponse<String> fresh = this.service.get(MONDAY);
		assertThat(fresh.body()).isEqualTo(list);
		assertThat(fresh.headers().firstValue("Cache-Status").orElseThrow()).doesNotContain("stale");
	}

	@Test
	void returnsRetryAfterWhenTheConnectionBreaks(CapturedOutput output) throws Exception {
		int before = output.toString().length();
		assertThat(this.server.breakConnections(this.url)).isNotEmpty().containsOnly(true);
		assertUnavailable(this.service.get(MONDAY));
		assertUnavailable(this.service.get(MONDAY));
		assertThat(output.toString().substring(before).lines()).filteredOn((line) -> !line.contains(" INFO "))
			.singleElement()
			.asString()
			.contains("Database unreachable since ", "terminating connection due to administrator command");
		await().until(() -> this.service.get(MONDAY).statusCode() == 200);
	}

	@Test
	void returnsRetryAfterWhenTheServerHangs() throws Exception {
		try (Connection other = DriverManager.getConnection(this.url, PostgresServer.USER, PostgresServer.PASSWORD);
				Statement statement = other.createStatement()) {
			other.setAutoCommit(false);
			statement.execute("lock table webtoon in access exclusive mode");
			assertUnavailable(this.service.get(MONDAY));
			other.rollback();
		}
		await().until(() -> this.service.get(MONDAY).statusCode() == 200);
	}

	private static void assertUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).contains("5");
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("The database is unavailable");
	}

}
