package dev.yoil.representation.cached;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.representation.Representations;
import dev.yoil.support.Background;
import dev.yoil.support.FlightRecording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Flight recorder events of responses.
 */
@Timeout(60)
class AnswerEventTests extends GreetingServiceTests {

	private FlightRecording recording;

	@BeforeEach
	void record() throws IOException {
		this.recording = new FlightRecording("Answer");
	}

	@AfterEach
	void close() {
		this.recording.close();
	}

	@Test
	void recordAMissAndAHit() throws Exception {
		get("/greeting?name=secret", "Accept-Encoding", "gzip");
		get("/greeting?name=secret");
		List<RecordedEvent> events = events(2);
		RecordedEvent miss = events.get(0);
		assertThat(miss.getString("from")).isEqualTo("MISS");
		assertThat(miss.getString("coding")).isEqualTo("gzip");
		assertThat(miss.getLong("bytes")).isPositive();
		assertThat(miss.getDuration("load")).isPositive();
		assertThat(miss.getDuration("wait")).isZero();
		assertThat(miss.getDuration("write")).isPositive();
		assertThat(miss.getDuration("send")).isPositive();
		assertThat(miss.getDuration().toNanos() * 11 / 10)
			.isGreaterThan(miss.getDuration("load").plus(miss.getDuration("write")).toNanos());
		RecordedEvent hit = events.get(1);
		assertThat(hit.getString("from")).isEqualTo("HIT");
		assertThat(hit.getString("coding")).isEqualTo("identity");
		assertThat(hit.getLong("bytes")).isEqualTo("\"hello secret 1\"".length());
		assertThat(hit.getDuration("load")).isZero();
		assertThat(hit.getDuration("write")).isZero();
		assertThat(hit.getDuration("send")).isPositive();
		assertThat(events).allSatisfy((event) -> {
			assertThat(event.getString("method")).isEqualTo("GET");
			assertThat(event.getString("route")).isEqualTo("/greeting");
			assertThat(event.getInt("status")).isEqualTo(200);
			assertThat(event.getDuration()).isPositive();
			assertThat(event.toString()).doesNotContain("secret");
		});
		assertThat(asked()).hasValue(1);
	}

	@Test
	void recordASharedLoad() throws Exception {
		EhCacheCache cache = bean(EhCacheCacheManager.class).caches().get(0);
		long shared = cache.statistics().sharedLoads();
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<Object> load = Background.supply(() -> cache.get("shared", () -> {
			loading.countDown();
			finish.await();
			return bean(Representations.class).of("shared");
		}));
		loading.await();
		CompletableFuture<HttpResponse<String>> asked = Background.supply(() -> asking("/greeting?name=shared"));
		await().until(() -> cache.statistics().sharedLoads() == shared + 1);
		finish.countDown();
		HttpResponse<String> response = asked.get();
		load.get();
		assertThat(response.body()).isEqualTo("\"shared\"");
		assertThat(ServerTimingHeaderTests.timing(response)).matches("wait;dur=\\d+(\\.\\d{1,3})?");
		RecordedEvent event = events(1).get(0);
		assertThat(event.getString("from")).isEqualTo("SHARED");
		assertThat(event.getDuration("wait")).isPositive();
		assertThat(event.getDuration("load")).isZero();
	}

	@Test
	void recordNotModifiedResponses() throws Exception {
		String etag = get("/greeting?name=notSent").headers().firstValue("ETag").orElseThrow();
		get("/greeting?name=notSent", "If-None-Match", etag);
		get("/unpromised?name=notSent", "If-None-Match", etag);
		List<RecordedEvent> events = events(3);
		assertThat(events.get(1).getInt("status")).isEqualTo(304);
		assertThat(events.get(1).getLong("bytes")).isZero();
		assertThat(events.get(2).getInt("status")).isEqualTo(304);
		assertThat(events.get(2).getLong("bytes")).isZero();
		assertThat(events.get(2).getString("from")).isEqualTo("HIT");
	}

	@Test
	void recordThePathOfUnmappedRequests() throws Exception {
		get("/greeting?name=path");
		get("/nothing/here;jsessionid=secret?name=secret");
		RecordedEvent event = events(2).get(1);
		assertThat(event.getString("route")).isEqualTo("/nothing/here");
		assertThat(event.getInt("status")).isEqualTo(404);
		assertThat(event.getString("from")).isEqualTo("NONE");
		assertThat(event.toString()).doesNotContain("secret");
	}

	private HttpResponse<String> asking(String path) {
		try {
			return get(path);
		}
		catch (IOException | InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * The order of a recording is that of its buffers, of which each thread has its own.
	 */
	private List<RecordedEvent> events(int number) throws IOException {
		List<RecordedEvent> events = this.recording.events(number)
			.stream()
			.sorted(Comparator.comparing(RecordedEvent::getStartTime))
			.toList();
		assertThat(events).hasSize(number);
		return events;
	}

}
