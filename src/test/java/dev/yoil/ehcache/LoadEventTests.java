package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;

import dev.yoil.ehcache.internal.TimeSpent;
import jdk.jfr.consumer.RecordedEvent;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What flight recordings say of loads. Bounds of time are measured inside and outside of
 * what is recorded; the two clocks may differ a little.
 */
@Timeout(60)
class LoadEventTests {

	private final Queue<Runnable> background = new ArrayDeque<>();

	private boolean isFull;

	private TestCaches caches = TestCaches.of(10, "ttl='200s' refresh-after='150s'", (task) -> {
		if (this.isFull) {
			throw new RejectedExecutionException("full");
		}
		this.background.add(task);
	});

	private final FlightRecording recording = new FlightRecording("CacheLoad", "CacheWait");

	@AfterEach
	void close() {
		this.recording.close();
		this.caches.close();
	}

	@Test
	void tellOfALoadAndOfWhoWaitedForIt() throws Exception {
		EhCacheCache cache = this.caches.cache();
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<String> loader = CompletableFuture.supplyAsync(() -> cache.get("key", () -> {
			loading.countDown();
			finish.await();
			return "value";
		}), (task) -> new Thread(task, "loading").start());
		loading.await();
		CompletableFuture<String> answer = new CompletableFuture<>();
		long before = System.nanoTime();
		Thread waiting = new Thread(() -> answer.complete(cache.get("key", () -> "never")), "waiting");
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.WAITING);
		long inside = TimeSpentTests.spend();
		finish.countDown();
		assertThat(answer.get()).isEqualTo("value");
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
	void tellOfARefresh() throws Exception {
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		TimeSpent spent = TimeSpent.restart();
		assertThat(cache.get("key", () -> "new")).isEqualTo("old");
		assertThat(spent.happened(TimeSpent.On.LOAD)).as("by who asked").isFalse();
		this.background.remove().run();
		RecordedEvent load = only(this.recording.events());
		assertThat(load.getBoolean("refresh")).isTrue();
		assertThat(load.getBoolean("failed")).isFalse();
	}

	@Test
	void tellNothingOfARefreshThatNeverRan() throws Exception {
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		this.isFull = true;
		cache.get("key", () -> "new");
		assertThat(this.recording.events()).isEmpty();
	}

	@Test
	void tellOfFailures() throws Exception {
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.caches.cache().get("key", () -> {
			throw new IllegalStateException("planted");
		}));
		assertThat(only(this.recording.events()).getBoolean("failed")).isTrue();
	}

	@Test
	void tellOfAFutureFromItsRequestToItsEnd() throws Exception {
		CompletableFuture<String> future = new CompletableFuture<>();
		CompletableFuture<String> answer = this.caches.cache().retrieve("key", () -> future);
		long inside = TimeSpentTests.spend();
		future.complete("value");
		assertThat(answer.get()).isEqualTo("value");
		assertThat(only(this.recording.events()).getDuration().toNanos()).isGreaterThan(inside * 9 / 10);
	}

	@Test
	void tellWhatATransactionLoadsForItself() throws Exception {
		this.caches.close();
		this.caches = TestCaches.transactional(10, "ttl='200s'");
		Cache cache = this.caches.manager().getCache("cache");
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		TimeSpent spent = TimeSpent.restart();
		try {
			cache.get("key", () -> "value");
		}
		finally {
			TransactionSynchronizationManager.clear();
			Set.copyOf(TransactionSynchronizationManager.getResourceMap().keySet())
				.forEach(TransactionSynchronizationManager::unbindResource);
		}
		assertThat(only(this.recording.events()).getInt("sharedBy")).isZero();
		assertThat(spent.nanos(TimeSpent.On.LOAD)).isPositive();
	}

	@Test
	void tellLittleOfLongKeys() throws Exception {
		this.caches.cache().get("x" + "😀".repeat(5_000), () -> "value");
		this.caches.cache().get(new Unshowable(), () -> "value");
		this.caches.cache().get(new Textless(), () -> "value");
		List<RecordedEvent> events = this.recording.events();
		assertThat(events).hasSize(3);
		assertThat(events).extracting((event) -> event.getString("key"))
			.contains("a key of type " + Unshowable.class.getName() + " that cannot be shown as text", "null")
			.filteredOn((key) -> key.startsWith("x"))
			.singleElement(InstanceOfAssertFactories.STRING)
			.isEqualTo("x" + "😀".repeat(97) + " ...");
	}

	@Test
	void tellNothingOfHits() throws Exception {
		this.caches.cache().put("key", "value");
		this.caches.cache().get("key", () -> "never");
		assertThat(this.recording.events()).isEmpty();
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

	private static final class Textless {

		@Override
		@SuppressWarnings("NullAway") // planted
		public String toString() {
			return null;
		}

	}

}
