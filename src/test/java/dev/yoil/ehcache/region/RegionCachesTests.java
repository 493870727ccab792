package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.Background;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who waits while regions are forgotten. That loads do is tested with the caches.
 */
@Timeout(30)
class RegionCachesTests {

	private final RegionCaches caches = new RegionCaches(Duration.ofMillis(10));

	private boolean await(String region) {
		return this.caches.await((regions) -> regions.contains(region));
	}

	@Test
	void nobodyWaitsForWhatDoesNotConcernThem() {
		List<Boolean> waited = new ArrayList<>();
		this.caches.add((regions) -> waited.add(Background.supply(() -> await("b")).join()));
		this.caches.forget(Set.of("a"));
		assertThat(waited).containsExactly(true);
		assertThat(await("a")).as("when it is over").isTrue();
	}

	@Test
	void whoForgetsDoesNotWaitForThemselves() {
		List<Boolean> waited = new ArrayList<>();
		this.caches.add((regions) -> waited.add(await("a")));
		this.caches.forget(Set.of("a"));
		assertThat(waited).containsExactly(false);
	}

	@Test
	void whoIsInterruptedDoesNotWait() {
		List<Boolean> interrupted = new ArrayList<>();
		this.caches.add((regions) -> interrupted.add(Background.supply(() -> {
			Thread.currentThread().interrupt();
			return !await("a") && Thread.currentThread().isInterrupted();
		}).join()));
		this.caches.forget(Set.of("a"));
		assertThat(interrupted).containsExactly(true);
	}

	/**
	 * Which one that forgets may be waiting for.
	 */
	@Test
	void nobodyWaitsForEver() {
		List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
		this.caches.add((regions) -> {
			CompletableFuture<Boolean> other = Background.supply(() -> await("a"));
			waiting.add(other);
			other.join();
		});
		this.caches.forget(Set.of("a"));
		assertThat(waiting).singleElement().extracting(CompletableFuture::join).isEqualTo(false);
	}

}
