package dev.yoil.ehcache;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.support.FakeTransactions;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The entries of a cache as code reads them.
 */
class EntriesTests {

	@Test
	void tellEverythingAboutAnEntry() {
		try (TestCaches caches = TestCaches.of(10, "ttl='10s' tti='5s' stale-if-error='1m'")) {
			Instant start = caches.clock().instant();
			EhCacheCache cache = caches.cache();
			cache.put("key", "replaced");
			cache.put("key", "value");
			cache.put("null", null);
			caches.clock().advance(Duration.ofSeconds(1));
			cache.get("key");
			assertThat(cache.entries()).containsExactly(
					new CacheEntry(1, "key", "value", 2, 1, start, start.plusSeconds(1), start.plusSeconds(6),
							ExpiryCause.TTI, false, start.plusSeconds(66)),
					new CacheEntry(2, "null", null, 1, 0, start, start, start.plusSeconds(5), ExpiryCause.TTI, false,
							start.plusSeconds(65)));
			caches.clock().advance(Duration.ofSeconds(4));
			assertThat(cache.entries()).extracting(CacheEntry::expired).containsExactly(false, true);
			assertThat(cache.size()).isEqualTo(2);
		}
	}

	@Test
	void haveNoExpiryWithoutAPolicy() {
		try (TestCaches caches = TestCaches.of("<cache alias='cache'><heap unit='MB'>1</heap></cache>")) {
			caches.cache().put("key", "value");
			assertThat(caches.cache().entries()).singleElement()
				.extracting(CacheEntry::expiresAt, CacheEntry::expiresBy, CacheEntry::servableUntil)
				.containsOnlyNulls();
			assertThat(caches.cache().bytes()).isPositive();
		}
	}

	@Test
	void leaveNoTrace() {
		try (TestCaches caches = TestCaches.of(3, "ttl='10s' tti='5s'")) {
			EhCacheCache cache = caches.cache();
			for (String key : List.of("oldest", "older", "old")) {
				cache.put(key, key);
				caches.clock().advance(Duration.ofMillis(1));
			}
			List<CacheEntry> first = cache.entries().toList();
			CacheStatistics counted = cache.statistics();
			for (int i = 0; i < 1_000; i++) {
				caches.clock().advance(Duration.ofMillis(1));
				assertThat(cache.entries()).isEqualTo(first);
			}
			assertThat(cache.statistics()).isEqualTo(counted);
			cache.put("new", "new");
			assertThat(keys(cache)).as("read most, and still the first to go").containsExactly("older", "old", "new");
			caches.clock().advance(Duration.ofSeconds(4));
			assertThat(cache.entries()).extracting(CacheEntry::expired).containsExactly(true, true, false);
			assertThat(cache.statistics().expirations()).isZero();
		}
	}

	@Test
	void continueBehindAPageAlsoIfItsLastEntryHasLeft() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='10s'")) {
			EhCacheCache cache = caches.cache();
			for (int i = 0; i < 250; i++) {
				cache.put(i, i);
			}
			List<Object> seen = new ArrayList<>();
			List<CacheEntry> page = cache.entries().limit(100).toList();
			while (!page.isEmpty()) {
				page.forEach((entry) -> seen.add(entry.key()));
				CacheEntry last = page.get(page.size() - 1);
				cache.evict(last.key());
				page = cache.entries(last.id()).limit(100).toList();
			}
			assertThat(seen).hasSize(250).doesNotHaveDuplicates().isSorted();
		}
	}

	@Test
	void areCopiedWhenTheStreamGetsToThem() {
		try (TestCaches caches = TestCaches.of(1_000, "ttl='10s'")) {
			EhCacheCache cache = caches.cache();
			for (int i = 0; i < 4; i++) {
				cache.put(i, "before");
			}
			Iterator<CacheEntry> entries = cache.entries().iterator();
			CacheEntry first = entries.next();
			cache.put(0, "after");
			cache.evict(1);
			cache.put(2, "after");
			cache.put(1, "again");
			cache.put(4, "new");
			assertThat(first.value()).isEqualTo("before");
			assertThat(entries).toIterable()
				.extracting(CacheEntry::key, CacheEntry::value)
				.as("no key twice, none that came later")
				.containsExactly(tuple(2, "after"), tuple(3, "before"));
		}
	}

	@Test
	void doNotShowWritesOfATransactionBeforeItsCommit() {
		try (TestCaches caches = TestCaches.transactional(10, "ttl='10s'")) {
			Cache used = caches.manager().getCache("cache");
			EhCacheCache cache = EhCacheCache.of(used);
			used.put("removed", "value");
			new TransactionTemplate(new FakeTransactions()).executeWithoutResult((status) -> {
				used.put("put", "value");
				used.evict("removed");
				assertThat(keys(cache)).containsExactly("removed");
			});
			assertThat(keys(cache)).containsExactly("put");
		}
	}

	private static List<Object> keys(EhCacheCache cache) {
		return cache.entries().map(CacheEntry::key).toList();
	}

}
