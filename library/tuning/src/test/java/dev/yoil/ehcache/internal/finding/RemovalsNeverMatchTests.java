package dev.yoil.ehcache.internal.finding;

import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.support.FakeTransactions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

class RemovalsNeverMatchTests {

	private final TestCaches caches = TestCaches.transactional(100, "ttl='1h'");

	private final EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void findsKeysOfAnotherType() {
		this.cache.get("7", () -> "value");
		evict(99);
		none();
		this.cache.evictIfPresent(7);
		Finding finding = Findings.of(this.caches, Rule.REMOVALS_NEVER_MATCH);
		assertThat(finding.evidence()).containsEntry("removalRequests", 100L)
			.containsEntry("removalRequestsMatched", 0L)
			.containsEntry("unmatchedKey", "7")
			.containsEntry("presentKey", "7")
			.containsEntry("unmatchedKeyType", "java.lang.Integer")
			.containsEntry("presentKeyType", "java.lang.String");
	}

	@Test
	void findsKeysOfTheSameTypeThatNeverMatch() {
		this.cache.get("MONDAY/1", () -> "value");
		IntStream.range(0, 999).forEach((i) -> this.cache.evict("1/MONDAY"));
		none();
		this.cache.evict("2/MONDAY");
		Finding finding = Findings.of(this.caches, Rule.REMOVALS_NEVER_MATCH);
		assertThat(finding.message()).contains("2/MONDAY").contains("MONDAY/1");
	}

	@Test
	void ignoresCachesWithAMatch() {
		this.cache.get("7", () -> "value");
		this.cache.get(7, () -> "value");
		this.cache.evict(7);
		evict(2_000);
		assertThat(statistics().removalRequestsMatched()).isEqualTo(1);
		none();
	}

	@Test
	void ignoresMatchesOfOperators() {
		this.cache.get("7", () -> "value");
		this.cache.get("8", () -> "value");
		evict(2_000);
		assertThat(this.cache.unwrap(CacheOperations.class).remove("7"::equals, "admin").count()).isEqualTo(1);
		assertThat(this.cache.unwrap(CacheOperations.class)
			.remove(this.cache.unwrap(EntryIndex.class).find("8").sequence(), "admin")
			.count()).isEqualTo(1);
		this.cache.get("7", () -> "value");
		assertThat(Findings.of(this.caches, Rule.REMOVALS_NEVER_MATCH).evidence())
			.containsEntry("removalRequests", 2_000L)
			.containsEntry("removalRequestsMatched", 0L);
	}

	@Test
	void ignoresRemovalsDuringABypass() {
		this.cache.unwrap(CacheOperations.class).bypass("admin");
		evict(2_000);
		this.cache.evictIfPresent(7);
		this.cache.unwrap(CacheOperations.class).endBypass();
		this.cache.get("7", () -> "value");
		none();
	}

	@Test
	void ignoresRemovedKeysThatAreReadLater() {
		this.cache.get("7", () -> "value");
		evict(2_000);
		this.cache.get(1_999, () -> "value");
		none();
	}

	@Test
	void countsEvictionsOfATransactionWhenApplied() {
		Cache transactional = this.caches.manager().getCache("cache");
		transactional.put("a", "value");
		new TransactionTemplate(new FakeTransactions()).executeWithoutResult((status) -> {
			transactional.evict("a");
			transactional.evict("a");
			assertThat(statistics().removalRequests()).isZero();
			transactional.evictIfPresent("b");
			assertThat(statistics().removalRequests()).isEqualTo(1);
		});
		assertThat(statistics().removalRequests()).isEqualTo(2);
		assertThat(statistics().removalRequestsMatched()).isEqualTo(1);
	}

	private void evict(int keys) {
		IntStream.range(0, keys).forEach(this.cache::evict);
	}

	private void none() {
		Findings.none(this.caches, Rule.REMOVALS_NEVER_MATCH);
	}

	private CacheStatistics statistics() {
		return this.cache.statistics();
	}

}
