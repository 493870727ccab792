package dev.yoil.ehcache;

import java.time.Duration;

import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The removals that listeners receive.
 */
class RemovalTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			ttl='5s',                       EXPIRED_TTL
			tti='5s',                       EXPIRED_TTI
			ttl='9s' tti='5s',              EXPIRED_TTI
			until='5 0 12 * * *',           UNTIL
			""")
	void recordsWhichLimitExpiredAnEntry(String policy, RemovalCause cause) {
		try (TestCaches caches = TestCaches.of(10, policy)) {
			caches.cache().put("key", "value");
			caches.clock().advance(Duration.ofSeconds(5));
			caches.cache().get("key");
			assertThat(TestCaches.removals(caches.cache()))
				.containsExactly(new Removal("key", cause, caches.clock().millis(), 5_000, 0, 1, null, null));
		}
	}

	@Test
	void recordsEvictionRemovalAndReplacement() {
		try (TestCaches caches = TestCaches.of(2, "ttl='200s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("a", 1);
			cache.get("a");
			caches.clock().advance(Duration.ofSeconds(1));
			cache.put("a", 2);
			caches.clock().advance(Duration.ofSeconds(1));
			cache.put("b", 1);
			caches.clock().advance(Duration.ofSeconds(1));
			cache.put("c", 1);
			cache.evict("b");
			cache.evict("b");
			cache.clear();
			cache.clear();
			long now = caches.clock().millis();
			assertThat(TestCaches.removals(cache)).containsExactly(
					new Removal("c", RemovalCause.CLEARED, now, 0, 0, 1, null, null),
					new Removal("b", RemovalCause.REMOVED, now, 1_000, 0, 1, null, null),
					new Removal("a", RemovalCause.EVICTED, now, 2_000, 0, 2, null, null),
					new Removal("a", RemovalCause.REPLACED, now - 2_000, 1_000, 1, 1, null, null));
		}
	}

	/** Between the two, callers may still find the entry. */
	@Test
	void reportsALeavingEntryOnceForItsFirstCause() {
		try (TestCaches caches = TestCaches.of(2, "ttl='10s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("key", "value");
			StoredEntry entry = cache.index().find("key");
			assertThat(cache.index().leaves("key", RemovalCause.EVICTED)).isSameAs(entry);
			assertThat(cache.index().find("key")).isSameAs(entry);
			cache.evict("key");
			cache.index().left(entry, caches.clock().millis());
			assertThat(cache.index().leaves("key", RemovalCause.REMOVED)).isNull();
			assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsExactly(RemovalCause.EVICTED);
		}
	}

}
