package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.representation.Representations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Responses during an outage of the database. Tests that share a service use a day of
 * their own, because a retry of the previous test may still run.
 */
@Timeout(60)
class DatabaseOutageTests {

	private static final String LIST = "/api/v1/webtoon?publishDay=";

	private static final String MONDAY = LIST + "MONDAY";

	/** How often is asked within ten minutes. */
	private static final int OFTEN = 40;

	private static final String INSPECTION = "/api/v1/cache/findWebtoonsByPublishDay";

	@RegisterExtension
	private static final RunningService shared = RunningService
		.with("<heap>10</heap><y:policy ttl='200s' stale-if-error='10m' load-timeout='10ms'/>");

	@BeforeEach
	void startDatabase() {
		shared.database().start();
	}

	@Test
	void servesAndMarksStaleLists() throws Exception {
		long before = staleServed();
		String list = shared.get(MONDAY).body();
		shared.database().stop();
		shared.clock().advance(Duration.ofSeconds(200));
		for (int asked = 0; asked < OFTEN; asked++) {
			HttpResponse<String> response = shared.get(MONDAY);
			assertThat(response.statusCode()).isEqualTo(200);
			assertThat(response.body()).isEqualTo(list);
			assertThat(response.headers().firstValue("Cache-Status").orElseThrow())
				.matches("findWebtoonsByPublishDay; hit; ttl=-?\\d+; detail=stale-if-error; key=\"MONDAY\"");
			shared.clock().advance(Duration.ofSeconds(600 / OFTEN));
		}
		assertThat(staleServed()).isEqualTo(before + OFTEN);
		assertThat(shared.get(MONDAY).statusCode()).isEqualTo(503);
	}

	@Test
	void staysReadyDuringAnOutage() throws Exception {
		shared.get(LIST + "TUESDAY");
		shared.database().stop();
		assertThat(shared.get("/actuator/health").statusCode()).isEqualTo(503);
		assertThat(shared.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
		assertThat(shared.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
	}

	@Test
	void isFreshWithinOneRetryAfterTheOutage() throws Exception {
		shared.get(LIST + "FRIDAY");
		shared.database().stop();
		shared.clock().advance(Duration.ofSeconds(200));
		shared.get(LIST + "FRIDAY");
		shared.database().start();
		shared.clock().advance(Duration.ofSeconds(1));
		// Without its time if the retry was quicker than this answer.
		assertThat(shared.get(LIST + "FRIDAY").headers().firstValue("Cache-Status").orElseThrow())
			.as("does not wait for the retry")
			.matches("findWebtoonsByPublishDay; hit(; ttl=-1)?; detail=stale-if-error; key=\"FRIDAY\"");
		await().until(() -> version("FRIDAY") == 2);
		assertThat(shared.get(LIST + "FRIDAY").headers().firstValue("Cache-Status"))
			.contains("findWebtoonsByPublishDay; hit; ttl=200; key=\"FRIDAY\"");
	}

	@Test
	void returnsRetryAfterWhenALoadTimesOut() throws Exception {
		ExecutorService thread = Executors.newSingleThreadExecutor();
		CountDownLatch finish = new CountDownLatch(1);
		try {
			EhCacheCache cache = shared.bean(EhCacheCacheManager.class).caches().get(0);
			cache.clear();
			CountDownLatch loading = new CountDownLatch(1);
			shared.get(LIST + "THURSDAY");
			Object thursday = cache.unwrap(EntryIndex.class).entriesAfter(0).findFirst().orElseThrow().getKey();
			cache.evict(thursday);
			Future<Object> load = thread.submit(() -> cache.get(thursday, () -> {
				loading.countDown();
				finish.await();
				return shared.bean(Representations.class).of(List.of());
			}));
			loading.await();
			HttpResponse<String> response = shared.get(LIST + "THURSDAY");
			assertThat(response.statusCode()).isEqualTo(503);
			assertThat(response.headers().firstValue("Retry-After")).contains("1");
			assertThat(response.body()).contains("The answer is still being prepared.");
			finish.countDown();
			load.get();
			assertThat(shared.get(LIST + "THURSDAY").body()).isEqualTo("[]");
			cache.evict(thursday);
		}
		finally {
			finish.countDown();
			thread.shutdownNow();
		}
	}

	private static long staleServed() throws Exception {
		return shared.json(INSPECTION).at("/statistics/staleServed").asLong();
	}

	private static long version(String key) throws Exception {
		return shared.json(INSPECTION)
			.get("entries")
			.valueStream()
			.filter((entry) -> entry.get("key").asString().equals(key))
			.mapToLong((entry) -> entry.get("version").asLong())
			.sum();
	}

}
