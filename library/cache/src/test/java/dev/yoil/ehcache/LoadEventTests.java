package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.support.FakeTransactions;
import dev.yoil.support.FlightRecording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Flight recorder events and statistics of loads. Lower bounds are measured inside the
 * load, upper bounds outside. The recorder's clock may differ slightly.
 */
@Timeout(60)
class LoadEventTests {

	private final Queue<Runnable> background = new ArrayDeque<>();

	private TestCaches caches = TestCaches.of(10, "ttl='200s' refresh-after='150s'", this.background::add);

	private final FlightRecording recording = new FlightRecording("CacheLoad", "CacheWait");

	@AfterEach
	void close() {
		this.recording.close();
		this.caches.close();
	}

	@Test
	void recordsALoadAndItsWaiter() throws Exception {
		EhCacheCache cache = this.caches.cache();
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<String> loader = CompletableFuture.supplyAsync(() -> cache.get("key", () -> {
			loading.countDown();
			finish.await();
			return "value";
		}), (task) -> new Thread(task, "loading").start());
		loading.await();
		CompletableFuture<String> result = new CompletableFuture<>();
		long before = System.nanoTime();
		Thread waiting = new Thread(() -> result.complete(cache.get("key", () -> "never")), "waiting");
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.WAITING);
		long inside = TimeSpentTests.spend();
		finish.countDown();
		assertThat(result.get()).isEqualTo("value");
		waiting.join();
		long outside = System.nanoTime() - before;
		loader.get();
		List<RecordedEvent> events = this.recording.events();
		assertThat(events).hasSize(2);
		RecordedEvent load = find(events, "dev.yoil.CacheLoad");
		assertThat(load.getString("cache")).isEqualTo("cache");
		assertThat(load.getString("key")).isEqualTo("key");
		assertThat(load.getBoolean("failed")).isFalse();
		assertThat(load.getBoolean("refresh")).isFalse();
		assertThat(load.getInt("sharedBy")).isEqualTo(1);
		assertThat(load.getThread().getJavaName()).isEqualTo("loading");
		assertThat(load.getDuration().toNanos()).isGreaterThan(inside * 9 / 10);
		assertThat(load.getEventType().getCategoryNames()).containsExactly("Yoil");
		RecordedEvent wait = find(events, "dev.yoil.CacheWait");
		assertThat(wait.getString("cache")).isEqualTo("cache");
		assertThat(wait.getString("key")).isEqualTo("key");
		assertThat(wait.getThread().getJavaName()).isEqualTo("waiting");
		assertThat(wait.getDuration().toNanos()).isBetween(inside * 9 / 10, outside * 11 / 10);
	}

	@Test
	void recordsARefreshWithoutItsTimeInTheQueue() throws Exception {
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		TimeSpent spent = TimeSpent.restart();
		assertThat(cache.get("key", () -> "new")).isEqualTo("old");
		assertThat(spent.happened(TimeSpent.On.LOAD)).as("in the caller's thread").isFalse();
		TimeSpentTests.spend();
		long before = System.nanoTime();
		this.background.remove().run();
		assertThat(statistics().loads()).isEqualTo(1);
		assertThat(statistics().loadNanos()).isBetween(1L, System.nanoTime() - before);
		RecordedEvent load = only(this.recording.events());
		assertThat(load.getBoolean("refresh")).isTrue();
		assertThat(load.getBoolean("failed")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void recordsFailures(boolean gone) throws Exception {
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.caches.cache().get("key", () -> {
			throw gone ? new EmptyResultDataAccessException(1) : new IllegalStateException("planted");
		}));
		RecordedEvent load = only(this.recording.events());
		assertThat(load.getBoolean("failed")).isTrue();
		assertThat(load.getBoolean("gone")).isEqualTo(gone);
	}

	@Test
	void timesAFutureFromItsRequestToItsCompletion() throws Exception {
		CompletableFuture<String> future = new CompletableFuture<>();
		long before = System.nanoTime();
		CompletableFuture<String> result = this.caches.cache().retrieve("key", () -> future);
		long inside = TimeSpentTests.spend();
		future.complete("value");
		long outside = System.nanoTime() - before;
		assertThat(result).isCompletedWithValue("value");
		assertThat(statistics().loadNanos()).isBetween(inside, outside);
		assertThat(only(this.recording.events()).getDuration().toNanos()).isGreaterThan(inside * 9 / 10);
	}

	@Test
	void recordsLoadsOfATransaction() throws Exception {
		this.caches.close();
		this.caches = TestCaches.transactional(10, "ttl='200s'");
		Cache cache = this.caches.manager().getCache("cache");
		TimeSpent spent = TimeSpent.restart();
		long[] inside = new long[1];
		new TransactionTemplate(new FakeTransactions())
			.executeWithoutResult((status) -> cache.get("key", () -> inside[0] = TimeSpentTests.spend()));
		assertThat(only(this.recording.events()).getInt("sharedBy")).isZero();
		assertThat(spent.nanos(TimeSpent.On.LOAD)).isGreaterThanOrEqualTo(inside[0]);
		assertThat(statistics().loads()).isEqualTo(1);
		assertThat(statistics().loadNanos()).isGreaterThanOrEqualTo(inside[0]);
	}

	@Test
	void truncatesLongKeys() throws Exception {
		this.caches.cache().get("x" + "😀".repeat(5_000), () -> "value");
		assertThat(only(this.recording.events()).getString("key")).isEqualTo("x" + "😀".repeat(97) + " ...");
	}

	@Test
	void recordsKeysWithoutText() throws Exception {
		this.caches.cache().get(new Unshowable(), () -> "value");
		assertThat(only(this.recording.events()).getString("key"))
			.isEqualTo("a key of type " + Unshowable.class.getName() + " that cannot be shown as text");
	}

	private CacheStatistics statistics() {
		return this.caches.cache().statistics();
	}

	private static RecordedEvent only(List<RecordedEvent> events) {
		assertThat(events).hasSize(1);
		return find(events, "dev.yoil.CacheLoad");
	}

	private static RecordedEvent find(List<RecordedEvent> events, String type) {
		return events.stream().filter((event) -> event.getEventType().getName().equals(type)).findAny().orElseThrow();
	}

	private static final class Unshowable {

		@Override
		public String toString() {
			throw new IllegalStateException("planted");
		}

	}

}
