package dev.yoil.ehcache;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Expiry to the millisecond, on a fake clock.
 */
class ExpiryTests {

	private static final Duration MILLISECOND = Duration.ofMillis(1);

	@Test
	void readsDoNotExtendTtl() {
		try (TestCaches caches = TestCaches.of(10, "ttl='5s'")) {
			caches.cache().put("key", "value");
			for (int i = 0; i < 4_999; i++) {
				caches.clock().advance(MILLISECOND);
				assertThat(caches.cache().get("key")).isNotNull();
			}
			caches.clock().advance(MILLISECOND);
			assertThat(caches.cache().get("key")).isNull();
		}
	}

	@Test
	void cachedNullHasItsOwnTtl() {
		try (TestCaches caches = TestCaches.of(10, "ttl='5s' null-ttl='1s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("absent", null);
			cache.put("present", "value");
			assertThat(cache.index().expiry(cache.index().find("absent")).by()).isEqualTo(ExpiryCause.TTL);
			caches.clock().advance(Duration.ofMillis(999));
			assertThat(cache.get("absent")).isNotNull();
			caches.clock().advance(MILLISECOND);
			assertThat(cache.get("absent")).isNull();
			assertThat(cache.get("present")).isNotNull();
			assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.EXPIRED_TTL);
			cache.put("absent", "now present");
			caches.clock().advance(Duration.ofSeconds(2));
			assertThat(cache.get("absent")).isNotNull();
		}
	}

	@Test
	void jitterSpreadsTheEndsOfEntries() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='100s' jitter='20%'")) {
			List<Integer> first = endings(caches);
			assertThat(first.subList(0, 80)).containsOnly(0);
			// 1,000 keys in 20 seconds: 50 each, if they were spread evenly.
			assertThat(first.subList(80, 100)).hasSize(20).allSatisfy((ended) -> assertThat(ended).isBetween(20, 80));
			assertThat(endings(caches)).as("the same for each key").isEqualTo(first);
		}
	}

	/** Returns how many of 1,000 entries ended in each of 100 seconds. */
	private static List<Integer> endings(TestCaches caches) {
		EhCacheCache cache = caches.cache();
		for (int key = 0; key < 1_000; key++) {
			cache.put(key, "value");
		}
		List<Integer> ended = new ArrayList<>();
		int left = 1_000;
		for (int second = 0; second < 100; second++) {
			caches.clock().advance(Duration.ofSeconds(1));
			int now = (int) IntStream.range(0, 1_000).filter((key) -> cache.get(key) != null).count();
			ended.add(left - now);
			left = now;
		}
		assertThat(left).isZero();
		return ended;
	}

	@Test
	void newValueRestartsTtl() {
		try (TestCaches caches = TestCaches.of(10, "ttl='5s'")) {
			caches.cache().put("key", "old");
			caches.clock().advance(Duration.ofSeconds(4));
			caches.cache().put("key", "new");
			caches.clock().advance(Duration.ofMillis(4_999));
			assertThat(caches.cache().get("key")).isNotNull();
			caches.clock().advance(MILLISECOND);
			assertThat(caches.cache().get("key")).isNull();
		}
	}

	@Test
	void expiresTtiAfterTheLastAccess() {
		try (TestCaches caches = TestCaches.of(10, "tti='5s'")) {
			caches.cache().put("key", "value");
			for (int i = 0; i < 100; i++) {
				caches.clock().advance(Duration.ofMillis(4_999));
				assertThat(caches.cache().get("key")).isNotNull();
			}
			caches.clock().advance(Duration.ofSeconds(5));
			assertThat(caches.cache().get("key")).isNull();
		}
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			# tti, accessed at,          lives until, because of
			4s,    0,                 4000,        TTI
			4s,    3000 5999,         9999,        TTI
			4s,    3000 6000,         10000,       TTL
			4s,    3000 6500 9999,    10000,       TTL
			10s,   0,                 10000,       TTL
			""")
	void expiresAtTheEarlierOfTtlAndTti(String tti, String accessedAt, long until, ExpiryCause by) {
		try (TestCaches caches = TestCaches.of(10, "ttl='10s' tti='" + tti + "'")) {
			Instant start = caches.clock().instant();
			caches.cache().put("key", "value");
			for (String at : accessedAt.split(" ", -1)) {
				caches.clock().set(start.plusMillis(Long.parseLong(at)));
				assertThat(caches.cache().get("key")).as("accessed at %s ms", at).isNotNull();
			}
			assertThat(caches.cache().index().expiry(caches.cache().index().find("key"))).satisfies((expiry) -> {
				assertThat(expiry.at()).isEqualTo(start.toEpochMilli() + until);
				assertThat(expiry.by()).isEqualTo(by);
			});
			assertThat(lives(tti, accessedAt, until - 1)).isTrue();
			assertThat(lives(tti, accessedAt, until)).isFalse();
		}
	}

	private static boolean lives(String tti, String accessedAt, long moment) {
		try (TestCaches caches = TestCaches.of(10, "ttl='10s' tti='" + tti + "'")) {
			Instant start = caches.clock().instant();
			caches.cache().put("key", "value");
			for (String at : accessedAt.split(" ", -1)) {
				caches.clock().set(start.plusMillis(Long.parseLong(at)));
				caches.cache().get("key");
			}
			caches.clock().set(start.plusMillis(moment));
			return caches.cache().get("key") != null;
		}
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			# until,        zone,         stored at,                      gone at
			0 0 0 * * *,    Asia/Seoul,   2026-11-21T23:59:59.999+09:00,  2026-11-22T00:00:00.000+09:00
			0 0 0 * * *,    Asia/Seoul,   2026-11-22T00:00:00.000+09:00,  2026-11-23T00:00:00.000+09:00
			0 0 0 * * MON,  Asia/Seoul,   2026-11-21T12:00:00.000+09:00,  2026-11-23T00:00:00.000+09:00
			0 0 0 * * *,    Europe/Paris, 2026-10-25T00:00:00.000+02:00,  2026-10-26T00:00:00.000+01:00
			0 30 9 1 1 *,   UTC,          2026-11-21T12:00:00.000Z,       2027-01-01T09:30:00.000Z
			""")
	void expiresAtUntil(String until, String zone, String storedAt, String goneAt) {
		try (TestCaches caches = TestCaches.of(10, "until='" + until + "' zone='" + zone + "'")) {
			Instant gone = java.time.OffsetDateTime.parse(goneAt).toInstant();
			caches.clock().set(java.time.OffsetDateTime.parse(storedAt).toInstant());
			caches.cache().put("key", "value");
			caches.clock().set(gone.minusMillis(1));
			assertThat(caches.cache().get("key")).isNotNull();
			caches.clock().set(gone);
			assertThat(caches.cache().get("key")).isNull();
		}
	}

	@Test
	void neverExpiresWithoutALimit() {
		try (TestCaches caches = TestCaches.of(10, "eviction='LRU'")) {
			caches.cache().put("key", "value");
			caches.clock().advance(Duration.ofDays(36_500));
			assertThat(caches.cache().get("key")).isNotNull();
		}
	}

	@Test
	void countsAnExpiredEntryOnceAtTheNextAccess() {
		try (TestCaches caches = TestCaches.of(10, "tti='5s'")) {
			caches.cache().put("read", 1);
			caches.cache().put("replaced", 1);
			caches.cache().put("put if absent", 1);
			caches.cache().put("evicted", 1);
			caches.clock().advance(Duration.ofSeconds(5));
			assertThat(caches.cache().index().size()).isEqualTo(4);
			caches.cache().get("read");
			caches.cache().get("read");
			caches.cache().put("replaced", 2);
			caches.cache().putIfAbsent("put if absent", 2);
			caches.cache().evict("evicted");
			assertThat(caches.cache().statistics())
				.extracting(CacheStatistics::hits, CacheStatistics::misses, CacheStatistics::puts,
						CacheStatistics::evictions, CacheStatistics::expirations, CacheStatistics::explicitRemovals)
				.containsExactly(0L, 2L, 6L, 0L, 4L, 0L);
			assertThat(caches.cache().index().size()).isEqualTo(2);
			assertThat(caches.cache().index().find("replaced").version()).isEqualTo(1);
		}
	}

	/**
	 * A reader records its access in the entry, and then in Ehcache. In between, the
	 * entry expires and is replaced.
	 */
	@Test
	void isReportedIfAReaderMeetsTheExpiry() {
		try (TestCaches caches = TestCaches.of(10, "tti='10s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("key", "first");
			caches.clock().advance(Duration.ofMillis(9_999));
			Objects.requireNonNull(cache.index().find("key")).accessed(caches.clock().millis());
			caches.clock().advance(Duration.ofMillis(1));
			cache.put("key", "second");
			cache.evict("key");
			assertThat(TestCaches.removals(cache)).extracting(Removal::cause)
				.containsExactlyInAnyOrder(RemovalCause.REMOVED, RemovalCause.EXPIRED_TTI);
		}
	}

}
