package dev.yoil.ehcache;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The removal of expired entries that no caller asks for.
 */
@Timeout(60)
class ExpirySweepTests {

	@ParameterizedTest
	@CsvSource({ "ttl='5s' tti='9s', EXPIRED_TTL", "ttl='9s' tti='5s', EXPIRED_TTI", "until='5 0 12 * * *', UNTIL" })
	void removesAnExpiredEntryForItsCause(String policy, RemovalCause cause) {
		try (TestCaches caches = TestCaches.of(10, policy)) {
			EhCacheCache cache = caches.cache();
			cache.put("key", "value");
			cache.put("null", null);
			caches.clock().advance(Duration.ofMillis(4_999));
			assertThat(sweep(caches)).isTrue();
			assertThat(cache.getNativeCache()).hasSize(2);
			caches.clock().advance(Duration.ofMillis(1));
			assertThat(sweep(caches)).isTrue();
			assertThat(cache.size()).isZero();
			assertThat(TestCaches.removals(cache)).hasSize(2)
				.contains(new Removal("key", cause, caches.clock().millis(), 5_000, 0, 1, null, null));
			assertThat(cache.statistics().expirations()).isEqualTo(2);
			assertThat(cache.getNativeCache()).isEmpty();
		}
	}

	@Test
	void keepsWhatMayBeServedIfALoadFails() {
		try (TestCaches caches = TestCaches.of(10, "ttl='5s' stale-if-error='10s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("key", "value");
			caches.clock().advance(Duration.ofMillis(14_999));
			sweep(caches);
			assertThat(cache.<String>get("key", () -> {
				throw new IllegalStateException("planned");
			})).isEqualTo("value");
			caches.clock().advance(Duration.ofMillis(1));
			sweep(caches);
			assertThat(cache.size()).isZero();
		}
	}

	@Test
	void leavesNoTraceInOtherEntries() {
		try (TestCaches caches = TestCaches.of(10, "ttl='10s' tti='5s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("key", "value");
			caches.clock().advance(Duration.ofSeconds(4));
			CacheStatistics before = cache.statistics();
			sweep(caches);
			assertThat(cache.statistics()).isEqualTo(before);
			caches.clock().advance(Duration.ofSeconds(1));
			assertThat(cache.get("key")).as("idle for 5 s").isNull();
		}
	}

	@Test
	void makesSmallStepsThroughAllCachesThatExpire() {
		try (TestCaches caches = TestCaches.of("<cache alias='never'><heap>9000</heap></cache>"
				+ "<cache alias='one'><heap>9000</heap><y:policy ttl='5s'/></cache>"
				+ "<cache alias='two'><heap>9000</heap><y:policy tti='5s'/></cache>")) {
			for (int i = 0; i < 1_250; i++) {
				int key = i;
				caches.manager().caches().forEach((cache) -> cache.put(key, key));
			}
			caches.clock().advance(Duration.ofSeconds(5));
			for (int left = 1_500; left > 0; left -= ExpirySweep.STEP) {
				assertThat(sweep(caches)).isFalse();
				assertThat(caches.manager().caches().stream().skip(1).mapToLong(EhCacheCache::size).sum())
					.isEqualTo(left);
			}
			assertThat(sweep(caches)).isTrue();
			assertThat(caches.manager().caches()).extracting(EhCacheCache::size).containsExactly(1_250L, 0L, 0L);
		}
	}

	@Test
	void keepsAValueThatReplacesAnExpiredOneMeanwhile() {
		try (TestCaches caches = TestCaches.of(10, "ttl='5s'")) {
			AtomicReference<Runnable> onHash = new AtomicReference<>(() -> {
			});
			record Key(AtomicReference<Runnable> onHash) {

				@Override
				public int hashCode() {
					Runnable action = this.onHash.getAndSet(() -> {
					});
					action.run();
					return 1;
				}

				@Override
				public boolean equals(Object other) {
					return this == other;
				}

			}
			Key key = new Key(onHash);
			caches.cache().put(key, "old");
			caches.clock().advance(Duration.ofSeconds(5));
			onHash.set(() -> caches.cache().put(key, "new"));
			sweep(caches);
			assertThat(caches.cache().get(key, String.class)).isEqualTo("new");
			assertThat(TestCaches.removals(caches.cache())).extracting(Removal::cause)
				.containsExactly(RemovalCause.EXPIRED_TTL);
		}
	}

	@Test
	void goesOnIfACacheIsRemovedMeanwhile() {
		String two = "<cache alias='two'><heap>9000</heap><y:policy ttl='5s'/></cache>";
		try (TestCaches caches = TestCaches.of(two.replace("two", "one") + two)) {
			for (int i = 0; i < 1_250; i++) {
				int key = i;
				caches.manager().caches().forEach((cache) -> cache.put(key, key));
			}
			caches.clock().advance(Duration.ofSeconds(5));
			assertThat(sweep(caches)).isFalse();
			caches.apply(two);
			assertThat(sweep(caches)).isFalse();
			assertThat(sweep(caches)).isTrue();
			assertThat(caches.cache().size()).isZero();
		}
	}

	@Test
	void isRepeatedUntilTheManagerIsClosed() throws Exception {
		try (BackgroundThreads threads = new BackgroundThreads(null)) {
			AtomicReference<Thread> sweeper = new AtomicReference<>();
			CountDownLatch steps = new CountDownLatch(5);
			threads.sweep(Duration.ofMillis(1), () -> {
				sweeper.set(Thread.currentThread());
				steps.countDown();
				return steps.getCount() % 2 == 0;
			});
			steps.await();
			assertThat(sweeper.get().getName()).startsWith(BackgroundThreads.REMOVAL);
			threads.close();
			await().until(() -> !sweeper.get().isAlive());
		}
	}

	@Test
	void isScheduledOnceByTheManager() {
		EhCacheCacheManager manager = new EhCacheCacheManager(
				TestCaches.read(TestCaches.HEAD + "<cache alias='cache'><heap>1</heap></cache></config>"),
				Clock.systemUTC());
		try {
			manager.afterPropertiesSet();
			manager.initializeCaches();
			assertThat(manager).extracting("threads.removals.queue", InstanceOfAssertFactories.COLLECTION).hasSize(1);
		}
		finally {
			manager.destroy();
		}
	}

	private static boolean sweep(TestCaches caches) {
		return caches.manager().sweep().step();
	}

}
