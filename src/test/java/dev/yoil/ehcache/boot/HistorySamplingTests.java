package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.inspect.CacheHistory;
import dev.yoil.ehcache.inspect.InspectedCaches;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HistorySamplingTests {

	private final TestCaches caches = TestCaches.of(2, "ttl='10s'");

	private final CacheHistory history = new CacheHistory(this.caches.inspected(), this.caches.clock());

	private final HistorySampling sampling = new HistorySampling(this.history, Duration.ofMillis(1));

	@AfterEach
	void stop() {
		this.sampling.stop();
		this.caches.close();
	}

	@Test
	void takesSamplesWithAThreadThatKeepsNothingAlive() {
		this.sampling.start();
		this.sampling.start();
		assertThat(this.sampling.isRunning()).isTrue();
		Awaitility.await().untilAsserted(() -> assertThat(samples()).isGreaterThan(3));
		assertThat(threads()).singleElement().matches(Thread::isDaemon);
	}

	@Test
	void canBeStoppedAndStartedAgain() {
		this.sampling.start();
		this.sampling.stop();
		assertThat(this.sampling.isRunning()).isFalse();
		Awaitility.await().untilAsserted(() -> assertThat(threads()).isEmpty());
		int before = samples();
		this.sampling.start();
		Awaitility.await().untilAsserted(() -> assertThat(samples()).isGreaterThan(before));
	}

	@Test
	void needsNoThreadWithoutCaches() {
		HistorySampling off = new HistorySampling(new CacheHistory(new InspectedCaches(List.of()), this.caches.clock()),
				CacheHistory.STEP);
		off.start();
		assertThat(off.isRunning()).isFalse();
		off.stop();
	}

	private int samples() {
		return this.history.of("cache").orElseThrow().samples().size();
	}

	private List<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith(HistorySampling.THREAD) && thread.isAlive())
			.toList();
	}

}
