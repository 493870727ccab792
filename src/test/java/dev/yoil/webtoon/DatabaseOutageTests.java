package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.representation.Representations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What readers get while the database is down.
 */
@Timeout(60)
class DatabaseOutageTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static final String INSPECTION = "/api/v1/cache/findWebtoonsByPublishDay";

	@TempDir
	private Path folder;

	@Test
	void servesTheListFromBeforeForTheWholeWindowAndSaysThatItIsStale() throws Exception {
		try (RunningService service = start("ttl='200s' stale-if-error='10m'")) {
			String list = service.get(MONDAY).body();
			service.database().stop();
			service.clock().advance(Duration.ofSeconds(200));
			for (int second = 0; second < 600; second++) {
				HttpResponse<String> answer = service.get(MONDAY);
				assertThat(answer.statusCode()).isEqualTo(200);
				assertThat(answer.body()).isEqualTo(list);
				assertThat(answer.headers().firstValue("Cache-Status").orElseThrow())
					.matches("findWebtoonsByPublishDay; hit; ttl=-?\\d+; detail=stale-if-error; key=\"MONDAY\"");
				service.clock().advance(Duration.ofSeconds(1));
			}
			assertThat(service.json(INSPECTION).at("/statistics/staleServed").asLong()).isEqualTo(600);
			assertThat(service.get(MONDAY).statusCode()).isEqualTo(503);
		}
	}

	@Test
	void staysReadyWhileItCanServeWhatItHas() throws Exception {
		try (RunningService service = start("ttl='200s' stale-if-error='10m'")) {
			service.get(MONDAY);
			service.database().stop();
			assertThat(service.get("/actuator/health").statusCode()).isEqualTo(503);
			assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
			assertThat(service.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
		}
	}

	@Test
	void isFreshAgainWithinOneRetryOfItsReturn() throws Exception {
		try (RunningService service = start("ttl='200s' stale-if-error='10m'")) {
			service.get(MONDAY);
			service.database().stop();
			service.clock().advance(Duration.ofSeconds(200));
			service.get(MONDAY);
			service.database().start();
			service.clock().advance(Duration.ofSeconds(1));
			// Without its time if the retry was quicker than this answer.
			assertThat(service.get(MONDAY).headers().firstValue("Cache-Status").orElseThrow())
				.as("nobody waits for the retry")
				.matches("findWebtoonsByPublishDay; hit(; ttl=-1)?; detail=stale-if-error; key=\"MONDAY\"");
			await().until(() -> service.json(INSPECTION).at("/entries/0/version").asLong() == 2);
			assertThat(service.get(MONDAY).headers().firstValue("Cache-Status"))
				.contains("findWebtoonsByPublishDay; hit; ttl=200; key=\"MONDAY\"");
		}
	}

	@Test
	void asksToComeBackWhenThereIsNothingFromBefore() throws Exception {
		try (RunningService service = start("ttl='200s' stale-if-error='10m'")) {
			service.database().stop();
			HttpResponse<String> answer = service.get(MONDAY);
			assertThat(answer.statusCode()).isEqualTo(503);
			assertThat(answer.headers().firstValue("Retry-After")).contains("5");
			assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
			assertThat(answer.body()).contains("The database cannot be reached at the moment");
		}
	}

	@Test
	void servesHitsWithoutADatabase() throws Exception {
		try (RunningService service = start("ttl='200s'")) {
			service.get(MONDAY);
			service.database().stop();
			int connections = service.database().connections();
			HttpResponse<String> answer = service.get(MONDAY);
			assertThat(answer.statusCode()).isEqualTo(200);
			assertThat(answer.headers().firstValue("Cache-Status"))
				.contains("findWebtoonsByPublishDay; hit; ttl=200; key=\"MONDAY\"");
			assertThat(service.database().connections()).isEqualTo(connections);
		}
	}

	@Test
	void asksToComeBackWhenALoadTakesTooLong() throws Exception {
		ExecutorService thread = Executors.newSingleThreadExecutor();
		CountDownLatch finish = new CountDownLatch(1);
		try (RunningService service = start("ttl='200s' load-timeout='10ms'")) {
			EhCacheCache cache = service.bean(EhCacheCacheManager.class).caches().get(0);
			CountDownLatch loading = new CountDownLatch(1);
			service.get(MONDAY);
			Object monday = cache.ledger().entriesAfter(0).findFirst().orElseThrow().getKey();
			cache.evict(monday);
			Future<Object> load = thread.submit(() -> cache.get(monday, () -> {
				loading.countDown();
				finish.await();
				return service.bean(Representations.class).of(List.of());
			}));
			loading.await();
			HttpResponse<String> answer = service.get(MONDAY);
			assertThat(answer.statusCode()).isEqualTo(503);
			assertThat(answer.headers().firstValue("Retry-After")).contains("1");
			assertThat(answer.body()).contains("The answer is still being prepared.");
			finish.countDown();
			load.get();
			assertThat(service.get(MONDAY).body()).isEqualTo("[]");
		}
		finally {
			finish.countDown();
			thread.shutdownNow();
		}
	}

	@Test
	void tellsWhatLeftTheCache() throws Exception {
		try (RunningService service = start("ttl='5s'")) {
			service.get(MONDAY);
			assertThat(service.get(MONDAY).headers().firstValue("Cache-Status"))
				.contains("findWebtoonsByPublishDay; hit; ttl=5; key=\"MONDAY\"");
			service.clock().advance(Duration.ofSeconds(6));
			assertThat(service.get(MONDAY).headers().firstValue("Cache-Status"))
				.contains("findWebtoonsByPublishDay; fwd=miss; stored; ttl=5; key=\"MONDAY\"");
			assertThat(service.get(INSPECTION + "/departures").body())
				.isEqualTo("[{\"key\":\"MONDAY\",\"cause\":\"EXPIRED_TTL\",\"at\":\"2026-11-21T03:00:06Z\","
						+ "\"ageMillis\":6000,\"hitCount\":1,\"version\":1}]");
			assertThat(service.get("/api/v1/cache/none/departures").statusCode()).isEqualTo(404);
			assertThat(service.get(INSPECTION + "/departures?limit=0").statusCode()).isEqualTo(400);
			assertThat(service.get(INSPECTION).headers().firstValue("Cache-Status")).isEmpty();
		}
	}

	private RunningService start(String policy) throws Exception {
		return RunningService.startWith(this.folder, "<heap>10</heap><y:policy " + policy + "/>");
	}

}
