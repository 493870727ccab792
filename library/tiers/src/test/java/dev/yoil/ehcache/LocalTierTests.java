package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.MapTier;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.spi.LowerLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A single instance with a local tier, before and after restarts.
 */
@Timeout(30)
class LocalTierTests extends LocalTierInstance {

	private final TransactionTemplate transaction = new TransactionTemplate(table());

	@Test
	void servesTheFirstLookupAfterARestart() {
		start().get(KEY, loading("value"));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.SECOND_TIER);
		assertThat(loads()).hasValue(1);
		assertThat(tier().statistics().hits()).isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "evict", "clear", "put", "region", "evict in a transaction", "clear in a transaction",
			"put in a transaction", "region in a transaction", "operator", "evict in a read-only transaction",
			"clear in a read-only transaction", "put in a read-only transaction" })
	void findsNothingThatChangedSince(String write) {
		Object key = write.startsWith("region") ? KEY : "key";
		Cache cache = start();
		cache.get(key, loading("old"));
		Runnable change = () -> {
			switch (write.replaceFirst(" in a .*", "")) {
				case "evict" -> cache.evict(key);
				case "clear" -> cache.clear();
				case "put" -> cache.put(key, "put");
				case "operator" -> cache().writes().clear("operator");
				default -> regions().changed("region");
			}
		};
		this.transaction.setReadOnly(write.contains("read-only"));
		if (write.endsWith(" transaction")) {
			this.transaction.executeWithoutResult((status) -> change.run());
		}
		else {
			change.run();
		}
		if (write.contains("read-only")) {
			assertThat(cache().get(key, loading("put"))).as("before the version is incremented").isNotEqualTo("old");
			table().incrementLate();
			assertThat(start().get(key, loading("newer"))).isEqualTo("newer");
			return;
		}
		if (!write.startsWith("put")) {
			assertThat(cache.get(key, loading("new"))).isEqualTo("new");
		}
		assertThat(start().get(key, loading("newer"))).isEqualTo(write.startsWith("put") ? "newer" : "new");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void findsNothingOlderThanAPutIfAbsent(boolean transactional) {
		start().get("key", loading("old"));
		Cache cache = start();
		assertThat(transactional ? this.transaction.execute((status) -> cache.putIfAbsent("key", "put"))
				: cache.putIfAbsent("key", "put"))
			.isNull();
		assertThat(cache.get("key", loading("unused"))).isEqualTo("put");
		assertThat(start().get("key", loading("new"))).isEqualTo("new");
	}

	@Test
	void keepsValuesOfARolledBackTransaction() {
		Cache cache = start();
		cache.get(KEY, loading("value"));
		this.transaction.executeWithoutResult((status) -> {
			regions().changed("region");
			status.setRollbackOnly();
		});
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
	}

	/**
	 * The load may have read the state before the commit, and the version may be that
	 * after it.
	 */
	@Test
	void doesNotKeepAValueThatWasReadDuringAChange() {
		Cache cache = start();
		table().afterIncrement(() -> assertThat(cache().get(KEY, loading("before the commit"))).isNotNull());
		this.transaction.executeWithoutResult((status) -> regions().changed("region"));
		table().afterIncrement(() -> {
		});
		assertThat(cache.get(KEY, loading("after"))).isEqualTo("after");
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("after");
	}

	@Test
	void sharesAgainAfterARollbackAndChangesInAnotherOrder() {
		Cache cache = start();
		table().incrementLate();
		regions().changed("region");
		regions().changed("region", "other");
		cache.get(KEY, loading("value"));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
	}

	@Test
	void isNotReadByARefreshOfItsValue() {
		policy("ttl='200s' refresh-after='100s'");
		Cache cache = start();
		cache.get(KEY, loading("old"));
		clock().advance(Duration.ofSeconds(100));
		cache.get(KEY, loading("refreshed"));
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("refreshed");
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("refreshed");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "full", "not encoded", "expired", "loaded in a transaction", "loaded by a transaction alone" })
	void returnsNothingThatALoadReplaced(String reason) {
		policy("ttl='200s' tti='150s' refresh-after='100s'");
		FakeTier redis = new FakeTier();
		shared(redis);
		heap(1);
		Cache cache = start();
		cache.get(KEY, loading("old"));
		tier().full = reason.equals("full");
		redis.full = tier().full;
		clock().advance(Duration.ofSeconds(reason.contains("transaction") ? 160 : 100));
		Callable<Object> next = () -> switch (reason) {
			case "not encoded" -> 42;
			case "expired" -> "short";
			default -> "new";
		};
		if (reason.contains("transaction")) {
			Cache used = reason.endsWith("alone") ? cache : cache();
			this.transaction.executeWithoutResult((status) -> used.get(KEY, next));
		}
		else {
			assertThat(cache.get(KEY, next)).as("while it is refreshed").isEqualTo("old");
		}
		tier().full = false;
		redis.full = false;
		cache.get("other", loading("evicts it"));
		assertThat(cache().peek(KEY)).isNull();
		assertThat(cache.get(KEY, loading("loaded again"))).isEqualTo("loaded again");
		assertThat(redis.values).hasSize(2);
	}

	@Test
	void isIgnoredIfItsValueCannotBeRead() {
		start().get(KEY, loading("value"));
		values().replaceAll((name, value) -> new byte[] { 1 });
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(cache().statistics().tierRefusals()).isOne();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void isNotFoundByAnotherBuildOrDatabase() {
		start().get(KEY, loading("value"));
		table().set(RegionTable.SECRET, 1);
		assertThat(start().get(KEY, loading("of another database"))).isEqualTo("of another database");
		start();
		LocalTier next = new MapTier(values(), "next build");
		TextTiers.attach(cache(), List.of(next), null);
		assertThat(cache().get(KEY, loading("of another build"))).isEqualTo("of another build");
	}

	@Test
	void isAskedBeforeTheSharedTier() {
		FakeTier redis = new FakeTier();
		shared(redis);
		start().get(KEY, loading("value"));
		assertThat(redis.values).hasSize(1);
		redis.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(redis.held()).as("claims of the first load only").isOne();
	}

	@Test
	void takesAValueOverFromTheSharedTier() {
		FakeTier redis = new FakeTier();
		shared(redis);
		start().get(KEY, loading("value"));
		values().clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		redis.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(loads()).hasValue(1);
	}

	@Test
	void leavesAnExpiredValueForAFreshOneOfTheSharedTier() {
		FakeTier redis = new FakeTier();
		shared(redis);
		start().get(KEY, loading("old"));
		Map<String, byte[]> expired = Map.copyOf(values());
		clock().advance(Duration.ofSeconds(201));
		cache().get(KEY, loading("fresh"));
		values().putAll(expired);
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("fresh");
	}

	@Test
	void isInspectedWithoutATrace() {
		start().get(KEY, loading("value"));
		start();
		LevelStatistics before = tier().statistics();
		assertThat(cache().unwrap(LowerLevel.class).levelsOf(KEY)).containsExactly(DiskTier.LEVEL);
		assertThat(cache().unwrap(LowerLevel.class).levelsOf("absent")).isEmpty();
		assertThat(tier().statistics()).isEqualTo(before);
		assertThat(cache().statistics().misses()).isZero();
		assertThat(cache().index().size()).as("not read into the heap").isZero();
		assertThat(cache().unwrap(LowerLevel.class).isAvailable()).as("of a shared tier").isNull();
	}

}
