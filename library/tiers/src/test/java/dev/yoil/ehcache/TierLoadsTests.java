package dev.yoil.ehcache;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.SharingInstances.Instance;
import dev.yoil.ehcache.SharingInstances.Key;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.inspect.EventLog;
import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.internal.tier.TierValue;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.support.Background;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static dev.yoil.ehcache.SharingInstances.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Loads of two instances that share a tier.
 */
@Timeout(30)
class TierLoadsTests {

	private final SharingInstances instances = new SharingInstances(Duration.ofMinutes(10));

	private final Instance a = this.instances.a;

	private final Instance b = this.instances.b;

	@AfterEach
	void stop() {
		this.instances.close();
	}

	@Test
	void loadOnceForBothInstances() {
		assertThat(this.a.get(KEY, "first")).isEqualTo("first");
		assertThat(this.b.get(KEY, "second")).isEqualTo("first");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.SECOND_TIER);
		assertThat(this.b.get(KEY, "third")).isEqualTo("first");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
		assertThat(this.instances.loads).hasValue(1);
		assertThat(this.b.cache.statistics().loads()).isZero();
		assertThat(this.b.cache.statistics().tierHits()).isOne();
		assertThat(this.a.cache.statistics().tierMisses()).isOne();
	}

	@Test
	void encodeNothingWithoutTheRightToStore() throws Exception {
		this.instances.tier.away = true;
		this.a.cache.get(KEY, Object::new);
		assertThat(this.a.cache.statistics().tierRefusals()).isZero();
		this.instances.tier.away = false;
		this.b.cache.get(KEY, Object::new);
		assertThat(this.b.cache.statistics().tierRefusals()).isOne();
	}

	@Test
	void storeWallClockTimes() {
		this.instances.clock.set(this.instances.clock.instant().minusSeconds(3_600));
		this.instances.clock.advance(Duration.ofSeconds(10));
		this.a.get(KEY, "first");
		long now = this.instances.clock.millis();
		assertThat(this.instances.tier.values.values()).singleElement()
			.extracting(TierValue::of)
			.extracting(TierValue::readAt, TierValue::madeAt)
			.containsExactly(now, now);
		this.instances.clock.advance(Duration.ofSeconds(100));
		assertThat(this.b.get(KEY, "second")).isEqualTo("first");
		this.instances.clock.advance(Duration.ofSeconds(99));
		assertThat(this.b.cache.get(KEY, String.class)).isEqualTo("first");
		this.instances.clock.advance(Duration.ofSeconds(1));
		assertThat(this.b.cache.get(KEY)).as("age since the load").isNull();
	}

	@Test
	void tellWhetherTheSharedTierWorks() {
		assertThat(this.b.cache.unwrap(LowerLevel.class).isAvailable()).isTrue();
		this.instances.tier.hold();
		assertThat(this.b.cache.unwrap(LowerLevel.class).isAvailable()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void countTheTimeOfTheLoaderOnly(boolean future) {
		this.instances.tier.hold();
		CompletableFuture<Object> loading = Background
			.supply(() -> future ? this.a.cache.retrieve(KEY, () -> CompletableFuture.completedFuture("value")).join()
					: this.a.get(KEY, "value"));
		await().until(() -> this.instances.tier.held() == 1);
		await().pollDelay(Duration.ofMillis(100)).until(() -> true);
		long letGo = System.nanoTime();
		this.instances.tier.letGo();
		loading.join();
		assertThat(this.a.cache.statistics().loadNanos()).isLessThanOrEqualTo(System.nanoTime() - letGo);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void retrieveDoesNotBlockOnTheTier(boolean shared) {
		if (shared) {
			this.b.get(KEY, "shared");
		}
		this.instances.tier.hold();
		CompletableFuture<CompletableFuture<Object>> retrieved = Background
			.supply(() -> this.a.cache.retrieve(KEY, () -> CompletableFuture.completedFuture("own")));
		assertThat(retrieved).succeedsWithin(Duration.ofSeconds(5));
		assertThat(retrieved.join()).isNotDone();
		this.instances.tier.letGo();
		assertThat(retrieved.join()).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(shared ? "shared" : "own");
		assertThat(this.a.get(KEY, "kept")).isEqualTo(shared ? "shared" : "own");
	}

	@Test
	void shareNull() {
		assertThat(this.a.cache.<Object>get(KEY, () -> null)).isNull();
		assertThat(this.b.get(KEY, "second")).isNull();
		assertThat(this.instances.loads).hasValue(0);
	}

	@Test
	void releaseTheLeaseIfInterrupted() throws InterruptedException {
		this.instances.tier.hold();
		Thread waiting = new Thread(() -> assertThatExceptionOfType(Cache.ValueRetrievalException.class)
			.isThrownBy(() -> this.a.get(KEY, "never")));
		waiting.start();
		await().until(() -> this.instances.tier.held() == 1);
		waiting.interrupt();
		waiting.join();
		assertThat(this.a.cache.statistics().loads()).as("the source was not called").isZero();
		this.instances.tier.letGo();
		assertThat(this.instances.tier.released).isOne();
		this.instances.tier.hold();
		Thread.currentThread().interrupt();
		assertThat(this.a.get(KEY, "interrupted before")).isEqualTo("interrupted before");
		assertThat(Thread.interrupted()).isTrue();
	}

	/**
	 * The snapshot of a transaction may be older than a known change.
	 */
	@Test
	void doNotShareValuesReadInATransaction() {
		TransactionTemplate transaction = new TransactionTemplate((PlatformTransactionManager) this.instances.table);
		transaction.executeWithoutResult((status) -> this.a.get(KEY, "of its snapshot"));
		assertThat(this.instances.tier.values).isEmpty();
		assertThat(this.instances.tier.released).isOne();
		this.b.get(new Key("unreadable"), "shared");
		this.instances.tier.values.replaceAll((key, value) -> new byte[] { 1 });
		transaction.executeWithoutResult((status) -> this.a.get(new Key("unreadable"), "of its snapshot"));
		assertThat(this.instances.tier.values).allSatisfy((key, value) -> assertThat(value).hasSize(1));
		this.b.get(new Key("two"), "shared");
		transaction
			.executeWithoutResult((status) -> assertThat(this.a.get(new Key("two"), "other")).isEqualTo("shared"));
	}

	@Test
	void doNotUseTheTierDuringABypass() {
		this.a.get(KEY, "shared");
		this.b.cache.writes().bypass("op");
		assertThat(this.b.get(KEY, "loaded")).isEqualTo("loaded");
		assertThat(this.instances.tier.values).hasSize(1);
		this.b.cache.writes().endBypass();
		assertThat(this.b.get(KEY, "again")).isEqualTo("shared");
	}

	@Test
	void countAgeFromTheLoad() {
		this.a.get(KEY, "old");
		long loadedAt = this.instances.clock.millis();
		this.instances.clock.advance(Duration.ofSeconds(149));
		this.b.get(KEY, "old");
		assertThat(this.b.cache.index().find(KEY).createdAt()).isEqualTo(loadedAt);
		this.instances.clock.advance(Duration.ofSeconds(2));
		assertThat(this.b.get(KEY, "refreshed")).isEqualTo("old");
		assertThat(this.b.get(KEY, "other")).isEqualTo("refreshed");
		this.instances.clock.advance(Duration.ofSeconds(50));
		assertThat(this.a.get(KEY, "other")).as("expired here, refreshed on the other").isEqualTo("refreshed");
		assertThat(this.instances.tier.times).containsExactly(Duration.ofSeconds(200), Duration.ofSeconds(200));
	}

	@ParameterizedTest
	@ValueSource(longs = { 201, -2 })
	void ignoreValuesThatAreExpiredOrFromTheFuture(long seconds) {
		this.a.get(KEY, "old");
		this.instances.clock.advance(Duration.ofSeconds(seconds));
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		this.a.cache.getNativeCache().clear();
		assertThat(this.a.get(KEY, "newer")).as("replaced value").isEqualTo("new");
	}

	@Test
	void releaseTheLeaseIfTheValueCannotBeStored() {
		assertThatExceptionOfType(Cache.ValueRetrievalException.class)
			.isThrownBy(() -> this.a.cache.get(new UnstorableKey(), () -> "value"))
			.withCauseInstanceOf(OutOfMemoryError.class);
		assertThat(this.instances.tier.released).isOne();
	}

	@Test
	void releaseTheLeaseIfTheLoadFails() {
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> this.a.cache.get(KEY, () -> {
			throw new IllegalStateException("planted");
		}));
		assertThat(this.instances.tier.released).isOne();
	}

	@Test
	void distinguishKeysWithTheSameText() {
		this.a.get(1, "number");
		assertThat(this.a.get("1", "text")).isEqualTo("text");
		assertThat(this.b.get("1", "other")).isEqualTo("text");
		assertThat(this.b.get(1, "other")).isEqualTo("number");
	}

	@Test
	void loadValuesThatCannotBeShared() {
		List<Object> nested = List.of();
		for (int i = 0; i < 10_000; i++) {
			nested = List.of(nested);
		}
		for (Object key : List.of(new Object(), new Half("shown", "hidden"), new Nested(nested))) {
			assertThat(this.a.get(key, "own")).isEqualTo("own");
		}
		assertThat(this.a.cache.<Object>get(KEY, () -> 42)).isEqualTo(42);
		assertThat(this.instances.tier.values).isEmpty();
		assertThat(this.instances.tier.released).isOne();
		assertThat(this.a.cache.statistics().tierRefusals()).isEqualTo(4);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void loadValuesThatCannotBeDecoded(boolean forged) {
		this.a.get(KEY, "old");
		this.instances.tier.forged = forged;
		this.instances.tier.values.replaceAll((key, value) -> forged ? value : new byte[] { 1, 2, 3 });
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		this.instances.tier.forged = false;
		assertThat(this.b.cache.statistics().tierRefusals()).isOne();
		this.a.cache.getNativeCache().clear();
		assertThat(this.a.get(KEY, "newer")).as("replaced value").isEqualTo("new");
	}

	/** A key with a transient field: unequal keys can have equal bytes. */
	private static final class Half implements Serializable {

		private static final long serialVersionUID = 1L;

		private final String shown;

		private final transient String hidden;

		Half(String shown, String hidden) {
			this.shown = shown;
			this.hidden = hidden;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Half half && this.shown.equals(half.shown)
					&& Objects.equals(this.hidden, half.hidden);
		}

		@Override
		public int hashCode() {
			return this.shown.hashCode();
		}

	}

	/** A key that is too deep to serialize. */
	private static final class Nested implements Serializable {

		private static final long serialVersionUID = 1L;

		@SuppressWarnings({ "serial", "unused" }) // only to be written
		private final Object deep;

		Nested(Object deep) {
			this.deep = deep;
		}

	}

	@Test
	void tellsWhenAValueOfATierWasRead() {
		try (SharingInstances instances = new SharingInstances(Duration.ofMinutes(10))) {
			long readAt = instances.clock.millis();
			instances.a.get(SharingInstances.KEY, "value");
			instances.clock.advance(Duration.ofSeconds(100));
			instances.b.get(SharingInstances.KEY, "not called");
			StoredEntry entry = instances.b.cache.index().find(SharingInstances.KEY);
			assertThat(instances.b.cache.unwrap(EventLog.class)
				.origin(SharingInstances.KEY, entry.version(), entry.createdAt())
				.since()).isEqualTo(readAt);
		}
	}

	@Test
	void loadsOfManyKeysCheckTheTiersFirst() {
		try (SharingInstances instances = new SharingInstances(Duration.ofMinutes(10))) {
			instances.a.get(SharingInstances.KEY, "shared");
			SharingInstances.Key two = new SharingInstances.Key("two");
			assertThat(BulkOperations.of(instances.b.cache)
				.getAll(List.of(SharingInstances.KEY, two), (missing) -> Map.of(two, "of " + missing.size())))
				.isEqualTo(Map.of(SharingInstances.KEY, "shared", two, "of 1"));
			assertThat(instances.a.get(two, "not needed")).isEqualTo("of 1");
		}
	}

	@Test
	void staleValuesAskTheSharedTierBeforeTheSource() {
		for (String policy : List.of("ttl='10s' stale-if-error='10m'",
				"ttl='10s' stale-if-error='10m' soft-timeout='1h'")) {
			FakeRegionTable table = new FakeRegionTable();
			table.set(RegionTable.SECRET, 1);
			FakeTier tier = new FakeTier();
			FakeClock time = new FakeClock();
			EhCacheCache a = instance(policy, table, tier, time);
			EhCacheCache b = instance(policy, table, tier, time);
			a.get(SharingInstances.KEY, () -> "old");
			b.get(SharingInstances.KEY, () -> "old");
			time.advance(Duration.ofSeconds(11));
			assertThat(a.get(SharingInstances.KEY, () -> "of a")).isEqualTo("of a");
			assertThat(b.get(SharingInstances.KEY, () -> "loaded again")).as(policy).isEqualTo("of a");
		}
	}

	private EhCacheCache instance(String policy, FakeRegionTable table, FakeTier tier, FakeClock time) {
		Regions regions = Regions.shared(table, Duration.ofMinutes(10));
		EhCacheCacheManager manager = new EhCacheCacheManager(TestCaches
			.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap><y:policy " + policy + "/></cache></config>"),
				new ElapsedTime(time, time::nanoTime), Background::run, regions);
		manager.afterPropertiesSet();
		EhCacheCache cache = manager.caches().get(0);
		TextTiers.attach(cache, List.of(), tier);
		regions.catchUp();
		return cache;
	}

}
