package dev.yoil.ehcache;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.internal.tier.Level;
import dev.yoil.ehcache.internal.tier.LevelStatistics;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.MapTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.TextCodec;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A single instance with a local tier, before and after restarts.
 */
@Timeout(30)
class LocalTierTests {

	private static final Key KEY = new Key("one");

	private final FakeClock clock = new FakeClock();

	private final FakeRegionTable table = new FakeRegionTable();

	private final TransactionTemplate transaction = new TransactionTemplate(this.table);

	private final Map<String, byte[]> values = new ConcurrentHashMap<>();

	private final AtomicInteger loads = new AtomicInteger();

	private @Nullable SecondTier shared;

	private String policy = "ttl='200s'";

	private int heap = 100;

	private @Nullable EhCacheCacheManager manager;

	private Regions regions = Regions.alone();

	private MapTier tier = new MapTier(this.values, "build");

	LocalTierTests() {
		this.table.set(RegionTable.SECRET, 1);
	}

	@AfterEach
	void close() {
		if (this.manager != null) {
			this.manager.destroy();
		}
	}

	/** Starts, or starts again with an empty heap. */
	private Cache start() {
		close();
		EhcacheXml declared = TestCaches
			.read(TestCaches.HEAD + "<persistence directory='unused'/><cache alias='cache'>" + "<resources><heap>"
					+ this.heap + "</heap><disk persistent='true' unit='MB'>8</disk></resources><y:policy "
					+ this.policy + "/></cache></config>");
		this.regions = Regions.versioned(this.table);
		EhCacheCacheManager started = new EhCacheCacheManager(declared,
				new ElapsedTime(this.clock, this.clock::nanoTime), Runnable::run, this.regions);
		started.setTransactionAware(true);
		started.setValueExpiry((name, key, value, loadedAt) -> "short".equals(value) ? loadedAt : null);
		started.afterPropertiesSet();
		this.manager = started;
		this.tier = new MapTier(this.values, "build");
		CacheInternals.of(cache()).tier().share(List.of(this.tier), this.shared, List.of(new TextCodec()));
		this.regions.catchUp();
		return Objects.requireNonNull(started.getCache("cache"));
	}

	private EhCacheCache cache() {
		return Objects.requireNonNull(this.manager).caches().get(0);
	}

	private Callable<@Nullable String> loading(@Nullable String value) {
		return () -> {
			this.loads.incrementAndGet();
			return value;
		};
	}

	private static Callable<String> failing() {
		return () -> {
			throw new IllegalStateException("planted");
		};
	}

	@Test
	void servesTheFirstLookupAfterARestart() {
		start().get(KEY, loading("value"));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.SECOND_TIER);
		assertThat(this.loads).hasValue(1);
		assertThat(this.tier.statistics().hits()).isOne();
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
				case "operator" -> cache().internals().clear("operator");
				default -> this.regions.changed("region");
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
			this.table.incrementLate();
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
			this.regions.changed("region");
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
		this.table.afterIncrement(() -> assertThat(cache().get(KEY, loading("before the commit"))).isNotNull());
		this.transaction.executeWithoutResult((status) -> this.regions.changed("region"));
		this.table.afterIncrement(() -> {
		});
		assertThat(cache.get(KEY, loading("after"))).isEqualTo("after");
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("after");
	}

	@Test
	void sharesAgainAfterARollbackAndChangesInAnotherOrder() {
		Cache cache = start();
		this.table.incrementLate();
		this.regions.changed("region");
		this.regions.changed("region", "other");
		cache.get(KEY, loading("value"));
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
	}

	@Test
	void countsAgeFromTheLoad() {
		start().get(KEY, loading("value"));
		this.clock.advance(Duration.ofSeconds(150));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isEqualTo("value");
		this.clock.advance(Duration.ofSeconds(50));
		assertThat(restarted.get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void countsTheAgeOfACachedNullFromTheLoad() {
		this.policy = "ttl='200s' null-ttl='20s'";
		start().get(KEY, loading(null));
		this.clock.advance(Duration.ofSeconds(19));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isNull();
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(restarted.get(KEY, loading("new"))).isEqualTo("new");
	}

	@Test
	void isExpiredAtTheSameJitteredAge() {
		this.policy = "ttl='200s' jitter='99%'";
		start().get(KEY, loading("value"));
		long left = Objects.requireNonNull(cache().peek(KEY)).timeLeft();
		assertThat(left).isLessThan(200_000);
		this.clock.advance(Duration.ofMillis(left - 1));
		Cache restarted = start();
		assertThat(restarted.get(KEY, loading("unused"))).isEqualTo("value");
		this.clock.advance(Duration.ofMillis(1));
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(this.tier.statistics().hits()).as("of fresh values").isZero();
	}

	@Test
	void endsAtACalendarMomentThatCameDuringARestart() {
		this.policy = "until='0 0 0 * * *' zone='UTC'";
		start().get(KEY, loading("today"));
		this.clock.advance(Duration.ofHours(24));
		assertThat(start().get(KEY, loading("tomorrow"))).isEqualTo("tomorrow");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void findsNoValueThatIsIdle(boolean inTheSharedTier) {
		this.policy = "ttl='200s' tti='10s'";
		this.shared = inTheSharedTier ? new FakeTier() : null;
		Cache cache = start();
		for (int i = 0; i < 3; i++) {
			assertThat(cache.get(KEY, loading("value " + i))).isEqualTo("value " + i);
			this.clock.advance(Duration.ofSeconds(10));
			if (inTheSharedTier) {
				this.values.clear();
			}
		}
		assertThat(start().get(KEY, loading("new"))).as("after a restart").isEqualTo("new");
		this.clock.advance(Duration.ofSeconds(9));
		assertThat(start().get(KEY, loading("unused"))).as("not idle").isEqualTo("new");
	}

	@Test
	void countsAccessesOfAValueThatLeftTheHeap() {
		this.policy = "ttl='200s' tti='10s'";
		this.heap = 1;
		Cache cache = start();
		cache.get(KEY, loading("value"));
		for (int i = 0; i < 4; i++) {
			this.clock.advance(Duration.ofSeconds(8));
			assertThat(cache.get(KEY, loading("unused"))).isEqualTo("value");
			this.clock.advance(Duration.ofSeconds(1));
			assertThat(cache.get("other", loading("evicts it"))).isEqualTo("evicts it");
			assertThat(cache().peek(KEY)).isNull();
			this.clock.advance(Duration.ofSeconds(8));
			assertThat(cache.get(KEY, loading("unused"))).as("from the tier").isEqualTo("value");
		}
		this.clock.advance(Duration.ofSeconds(1));
		cache.get("other", loading("evicts it"));
		this.clock.advance(Duration.ofSeconds(9));
		assertThat(cache.get(KEY, loading("new"))).as("idle below the heap").isEqualTo("new");
	}

	@Test
	void servesAnIdleValueAsStaleOnly() {
		this.policy = "ttl='200s' tti='10s' stale-if-error='20s'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(12));
		Cache cache = start();
		assertThat(cache.get(KEY, failing())).isEqualTo("old");
		assertThat(Objects.requireNonNull(cache().peek(KEY)).timeLeft()).as("not fresh again").isNegative();
		this.clock.advance(Duration.ofSeconds(18));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> start().get(KEY, failing()));
	}

	@Test
	void isNotReadByARefreshOfItsValue() {
		this.policy = "ttl='200s' refresh-after='100s'";
		Cache cache = start();
		cache.get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(100));
		cache.get(KEY, loading("refreshed"));
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("refreshed");
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("refreshed");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "full", "not encoded", "expired", "loaded in a transaction", "loaded by a transaction alone" })
	void returnsNothingThatALoadReplaced(String reason) {
		this.policy = "ttl='200s' tti='150s' refresh-after='100s'";
		FakeTier redis = new FakeTier();
		this.shared = redis;
		this.heap = 1;
		Cache cache = start();
		cache.get(KEY, loading("old"));
		this.tier.full = reason.equals("full");
		redis.full = this.tier.full;
		this.clock.advance(Duration.ofSeconds(reason.contains("transaction") ? 160 : 100));
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
		this.tier.full = false;
		redis.full = false;
		cache.get("other", loading("evicts it"));
		assertThat(cache().peek(KEY)).isNull();
		assertThat(cache.get(KEY, loading("loaded again"))).isEqualTo("loaded again");
		assertThat(redis.values).hasSize(2);
	}

	@Test
	void prefersTheLaterOfTwoExpiredValues() {
		this.policy = "ttl='200s' refresh-after='100s' stale-if-error='1h'";
		FakeTier redis = new FakeTier();
		this.shared = redis;
		start().get(KEY, loading("old"));
		Map<String, byte[]> before = Map.copyOf(redis.values);
		this.clock.advance(Duration.ofSeconds(100));
		cache().get(KEY, loading("later"));
		redis.values.putAll(before);
		this.clock.advance(Duration.ofSeconds(300));
		assertThat(start().get(KEY, failing())).isEqualTo("later");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void servesAStaleValueIfTheFirstLoadAfterARestartFails(boolean future) {
		this.policy = "ttl='200s' stale-if-error='10m'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(300));
		Cache cache = start();
		Object served = future
				? cache.retrieve(KEY, () -> CompletableFuture.failedFuture(new IllegalStateException("planted"))).join()
				: cache.get(KEY, failing());
		assertThat(served).isEqualTo("old");
		assertThat(cache().statistics().staleServed()).isOne();
		assertThat(cache().statistics().failedLoads()).isOne();
		// The next attempt is a second later, and in the background.
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("old");
		this.clock.advance(Duration.ofSeconds(2));
		cache.get(KEY, loading("new"));
		assertThat(cache.get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void servesNoStaleValueAfterItsTimeOrAnErrorOrAChange() {
		this.policy = "ttl='200s' stale-if-error='10m'";
		start().get(KEY, loading("old"));
		this.clock.advance(Duration.ofSeconds(300));
		Cache cache = start();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, () -> {
			throw new NoClassDefFoundError("broken deployment");
		}));
		this.regions.changed("region");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get(KEY, failing()));
		cache.get(KEY, loading("new"));
		this.clock.advance(Duration.ofSeconds(800));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> start().get(KEY, failing()));
	}

	@Test
	void isIgnoredIfItsValueCannotBeRead() {
		start().get(KEY, loading("value"));
		this.values.replaceAll((name, value) -> new byte[] { 1 });
		assertThat(start().get(KEY, loading("new"))).isEqualTo("new");
		assertThat(cache().statistics().tierRefusals()).isOne();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("new");
	}

	@Test
	void isNotFoundByAnotherBuildOrDatabase() {
		start().get(KEY, loading("value"));
		this.table.set(RegionTable.SECRET, 1);
		assertThat(start().get(KEY, loading("of another database"))).isEqualTo("of another database");
		start();
		LocalTier next = new MapTier(this.values, "next build");
		CacheInternals.of(cache()).tier().share(List.of(next), null, List.of(new TextCodec()));
		assertThat(cache().get(KEY, loading("of another build"))).isEqualTo("of another build");
	}

	@Test
	void isAskedBeforeTheSharedTier() {
		FakeTier redis = new FakeTier();
		this.shared = redis;
		start().get(KEY, loading("value"));
		assertThat(redis.values).hasSize(1);
		redis.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(redis.held()).as("claims of the first load only").isOne();
	}

	@Test
	void takesAValueOverFromTheSharedTier() {
		FakeTier redis = new FakeTier();
		this.shared = redis;
		start().get(KEY, loading("value"));
		this.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		redis.values.clear();
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("value");
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void leavesAnExpiredValueForAFreshOneOfTheSharedTier() {
		FakeTier redis = new FakeTier();
		this.shared = redis;
		start().get(KEY, loading("old"));
		Map<String, byte[]> expired = Map.copyOf(this.values);
		this.clock.advance(Duration.ofSeconds(201));
		cache().get(KEY, loading("fresh"));
		this.values.putAll(expired);
		assertThat(start().get(KEY, loading("unused"))).isEqualTo("fresh");
	}

	@Test
	void isInspectedWithoutATrace() {
		start().get(KEY, loading("value"));
		start();
		LevelStatistics before = this.tier.statistics();
		assertThat(CacheInternals.of(cache()).tier().levels(KEY)).containsExactly(Level.DISK);
		assertThat(CacheInternals.of(cache()).tier().levels("absent")).isEmpty();
		assertThat(this.tier.statistics()).isEqualTo(before);
		assertThat(cache().statistics().misses()).isZero();
		assertThat(CacheInternals.of(cache()).index().size()).as("not read into the heap").isZero();
		assertThat(CacheInternals.of(cache()).tier().isAvailable()).as("of a shared tier").isNull();
	}

	/** A key of a region. */
	private record Key(String name) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return Set.of("region");
		}

	}

}
