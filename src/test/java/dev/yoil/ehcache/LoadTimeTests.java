package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Which loads are counted, and from when to when they are timed. Bounds are measured
 * inside and outside of what is timed, so they hold on any machine.
 */
class LoadTimeTests {

	private final Queue<Runnable> background = new ArrayDeque<>();

	private boolean isFull;

	private TestCaches caches = TestCaches.of(10, "ttl='200s' refresh-after='150s'", (task) -> {
		if (this.isFull) {
			throw new RejectedExecutionException("full");
		}
		this.background.add(task);
	});

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void timesAFutureFromItsRequestToItsEnd() {
		CompletableFuture<String> future = new CompletableFuture<>();
		long before = System.nanoTime();
		long[] spent = new long[1];
		CompletableFuture<String> answer = this.caches.cache().retrieve("key", () -> {
			spent[0] += spend();
			return future;
		});
		spent[0] += spend();
		future.complete("value");
		long outside = System.nanoTime() - before;
		assertThat(answer.join()).isEqualTo("value");
		assertThat(statistics().loads()).isEqualTo(1);
		assertThat(statistics().loadNanos()).isBetween(spent[0], outside);
	}

	@Test
	void timesARefreshWithoutItsWaitForAThread() {
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		assertThat(cache.get("key", () -> "new")).isEqualTo("old");
		spend();
		long before = System.nanoTime();
		this.background.remove().run();
		long outside = System.nanoTime() - before;
		assertThat(cache.get("key", String.class)).isEqualTo("new");
		assertThat(statistics().loads()).isEqualTo(1);
		assertThat(statistics().loadNanos()).isBetween(1L, outside);
	}

	@Test
	void countsNoRefreshThatNeverRan() {
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(150));
		this.isFull = true;
		assertThat(cache.get("key", () -> "new")).isEqualTo("old");
		assertThat(statistics().loads()).isZero();
		assertThat(statistics().failedLoads()).isZero();
	}

	@Test
	void countsWhatATransactionLoadsForItself() {
		this.caches.close();
		this.caches = TestCaches.transactional(10, "ttl='200s'");
		Cache cache = this.caches.manager().getCache("cache");
		long[] spent = new long[1];
		TransactionSynchronizationManager.initSynchronization();
		TransactionSynchronizationManager.setActualTransactionActive(true);
		try {
			assertThat(cache.get("key", () -> {
				spent[0] = spend();
				return "value";
			})).isEqualTo("value");
		}
		finally {
			TransactionSynchronizationManager.clear();
			Set.copyOf(TransactionSynchronizationManager.getResourceMap().keySet())
				.forEach(TransactionSynchronizationManager::unbindResource);
		}
		assertThat(statistics().loads()).isEqualTo(1);
		assertThat(statistics().loadNanos()).isGreaterThanOrEqualTo(spent[0]);
	}

	@Test
	void averagesOverThoseThatGaveAValue() {
		assertThat(new CacheStatistics(0, 0, 0, 0, 0, 0, 5, 1, 10_000_000, 3_000_000_000L, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
				0, 0)
			.meanLoadMillis()).isEqualTo(2.5, within(1e-9));
		assertThat(new CacheStatistics(0, 0, 0, 0, 0, 0, 1, 1, 0, 3_000_000_000L, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
			.meanLoadMillis()).isZero();
	}

	private CacheStatistics statistics() {
		return this.caches.cache().statistics();
	}

	/**
	 * Lets time pass.
	 * @return how much at least
	 */
	private static long spend() {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < 2_000_000) {
			Thread.onSpinWait();
		}
		return System.nanoTime() - begun;
	}

}
