package dev.yoil.ehcache;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.ExpiryCause;
import org.ehcache.Cache.Entry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rare interleavings, forced by keys and a clock that pause their caller.
 */
@Timeout(30)
class InterleavingTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Pause pause = new Pause();

	@AfterEach
	void stop() {
		this.pause.end();
		this.threads.shutdownNow();
	}

	@Test
	void keepsTheIndexConsistentIfEhcacheEvictsASuccessorOfTheSameMillisecond() throws Exception {
		try (TestCaches caches = TestCaches.of(1, "ttl='200s'")) {
			EhCacheCache cache = caches.cache();
			Key first = new Key(1, this.pause);
			// Follows the first in Ehcache's table, so Ehcache tries to evict the first.
			Key second = new Key(32, this.pause);
			cache.put(first, "first");
			Future<?> evicting = this.threads.submit(() -> {
				this.pause.arm(1);
				cache.put(second, "second");
			});
			this.pause.awaitReached();
			cache.evict(second);
			cache.put(first, "successor");
			this.pause.end();
			evicting.get();
			Map<Object, StoredEntry> held = new HashMap<>();
			for (Entry<HashedKey, StoredEntry> entry : TestCaches.nativeCache(cache)) {
				held.put(entry.getKey().key(), entry.getValue());
			}
			assertThat(cache.index().entriesAfter(0)).containsExactlyInAnyOrderElementsOf(held.entrySet());
		}
	}

	@Test
	void doesNotStoreALoadThatBeganDuringAPut() throws Exception {
		PausingClock clock = new PausingClock(this.pause);
		EhCacheCacheManager manager = new EhCacheCacheManager(
				TestCaches.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap></cache></config>"), clock);
		manager.afterPropertiesSet();
		EhCacheCache cache = manager.caches().get(0);
		Future<?> putting = this.threads.submit(() -> {
			this.pause.arm(0);
			cache.put("key", "put");
		});
		this.pause.awaitReached();
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> loading = cache.retrieve("key", () -> value);
		this.pause.end();
		putting.get();
		value.complete("loaded");
		assertThat(loading).isCompletedWithValue("loaded");
		assertThat(cache.get("key", String.class)).isEqualTo("put");
		manager.destroy();
	}

	@Test
	void doesNotKeepAValueReadBeforeUntil() {
		try (TestCaches caches = TestCaches.of(10, "until='0 0 0 * * *'")) {
			caches.clock().set(Instant.parse("2026-11-21T14:59:59.999Z"));
			assertThat(caches.cache().get("ranking", () -> {
				caches.clock().advance(Duration.ofMillis(101));
				return "of the 21st";
			})).isEqualTo("of the 21st");
			assertThat(caches.cache().get("ranking", () -> "of the 22nd")).isEqualTo("of the 22nd");
			assertThat(caches.cache().index().expiry(caches.cache().index().find("ranking")).by())
				.isEqualTo(ExpiryCause.UNTIL);
		}
	}

	@Test
	void returnsTheLoadedValueIfTheCacheIsClosedDuringTheLoad() {
		TestCaches caches = TestCaches.of(10, "ttl='200s'");
		EhCacheCache cache = caches.cache();
		assertThat(cache.get("key", () -> {
			caches.close();
			return "value";
		})).isEqualTo("value");
	}

	@Test
	void countsExpiredEntriesOfAClearedCacheAsExpired() {
		try (TestCaches caches = TestCaches.of(10, "ttl='5s'")) {
			caches.cache().put("key", "value");
			caches.clock().advance(Duration.ofSeconds(5));
			assertThat(caches.cache().invalidate()).isFalse();
			assertThat(caches.cache().statistics().expirations()).isEqualTo(1);
			assertThat(caches.cache().statistics().explicitRemovals()).isZero();
		}
	}

	/**
	 * Pauses the thread that armed it until {@link #end()}.
	 */
	private static final class Pause {

		private final CountDownLatch reached = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private volatile Thread armed;

		private volatile int id;

		void arm(int id) {
			this.id = id;
			this.armed = Thread.currentThread();
		}

		void at(int id) {
			if (this.armed == Thread.currentThread() && this.id == id && this.reached.getCount() > 0) {
				this.reached.countDown();
				try {
					this.end.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			}
		}

		void awaitReached() throws InterruptedException {
			this.reached.await();
		}

		void end() {
			this.end.countDown();
		}

	}

	private record Key(int id, Pause pause) {

		@Override
		public boolean equals(Object other) {
			return other instanceof Key key && key.id == this.id;
		}

		@Override
		public int hashCode() {
			this.pause.at(this.id);
			return this.id;
		}

	}

	private static final class PausingClock extends Clock {

		private final Pause pause;

		PausingClock(Pause pause) {
			this.pause = pause;
		}

		@Override
		public Instant instant() {
			this.pause.at(0);
			return Instant.EPOCH;
		}

		@Override
		public java.time.ZoneId getZone() {
			return java.time.ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(java.time.ZoneId zone) {
			return this;
		}

	}

}
