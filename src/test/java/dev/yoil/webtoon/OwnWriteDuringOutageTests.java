package dev.yoil.webtoon;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.support.FaultyProxy;
import dev.yoil.support.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A change on one instance, read on another one that has lost its connections to the
 * database.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnWriteDuringOutageTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private RunningService writing;

	private RunningService isolated;

	private FaultyProxy database;

	@BeforeAll
	void start() throws Exception {
		String url = PostgresServer.shared().createDatabase();
		this.database = new FaultyProxy(URI.create(url.substring("jdbc:".length())).getPort());
		this.writing = RunningService.startOneOfSeveral(url);
		this.isolated = RunningService.startOneOfSeveral(url.replaceFirst(":\\d+/", ":" + this.database.port() + "/"));
		this.isolated.limitWaitForConnection(Duration.ofMillis(300));
	}

	@AfterAll
	void stop() {
		this.writing.close();
		this.isolated.close();
		this.database.close();
	}

	private HttpResponse<String> get(String path, String token) throws Exception {
		HttpRequest.Builder request = this.isolated.request("GET", path);
		return this.isolated
			.text(token.isEmpty() ? request.build() : request.header(RegionTokenFilter.HEADER, token).build());
	}

	@Test
	void isNeverAnsweredWithAnOlderValue() throws Exception {
		String old = get(MONDAY, "").body();
		this.database.lose();
		this.database.cut();
		long id = this.writing.json(MONDAY).at("/0/id").asLong();
		HttpResponse<String> like = new Reader(this.writing).send("PUT", "/api/v1/webtoon/" + id + "/like", null);
		String token = like.headers().firstValue(RegionTokenFilter.HEADER).orElseThrow();

		assertUnavailable(get(MONDAY, token));
		// Until the end of the lease, the value is a fresh one for other clients.
		HttpResponse<String> other = await().until(() -> get(MONDAY, ""),
				(response) -> cacheStatus(response).contains("; detail=stale-if-error"));
		assertThat(other.statusCode()).as(other.body()).isEqualTo(200);
		assertThat(other.body()).isEqualTo(old);
		assertThat(cacheStatus(other)).contains("; hit; ttl=-");
		// The stale value is now served in front of MVC.
		assertThat(get(MONDAY, "").body()).isEqualTo(old);
		for (String path : List.of(MONDAY, "/")) {
			assertUnavailable(get(path, token));
		}

		this.database.heal();
		await().until(() -> get(MONDAY, token).statusCode() == 200);
		assertThat(get(MONDAY, token).body()).isNotEqualTo(old).isEqualTo(this.writing.get(MONDAY).body());
	}

	private static String cacheStatus(HttpResponse<String> response) {
		return response.headers().firstValue("Cache-Status").orElseThrow();
	}

	private static void assertUnavailable(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).isPresent();
	}

}
