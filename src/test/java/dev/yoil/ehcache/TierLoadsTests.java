package dev.yoil.ehcache;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionTokens;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.tier.FakeTier;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two instances that share what they load.
 */
@Timeout(30)
class TierLoadsTests {

	private static final Duration LEASE = Duration.ofMinutes(10);

	private static final EhcacheXml DECLARED = TestCaches.read(TestCaches.HEAD
			+ "<cache alias='cache'><heap>100</heap><y:policy ttl='200s' refresh-after='150s'/></cache>" + "</config>");

	private static final Key KEY = new Key("one");

	private final FakeRegionTable table = new FakeRegionTable();

	private final FakeTier tier = new FakeTier();

	private final FakeClock clock = new FakeClock();

	private final TransactionTemplate transaction = new TransactionTemplate((PlatformTransactionManager) this.table);

	private final AtomicInteger loads = new AtomicInteger();

	private Instance a;

	private Instance b;

	@BeforeEach
	void start() {
		this.table.set(RegionTokens.KEY, 1);
		this.a = new Instance();
		this.b = new Instance();
	}

	@AfterEach
	void stop() {
		this.a.manager.destroy();
		this.b.manager.destroy();
	}

	private final class Instance {

		private final Regions regions = Regions.shared(TierLoadsTests.this.table, LEASE);

		private final EhCacheCacheManager manager = new EhCacheCacheManager(DECLARED, TierLoadsTests.this.clock,
				Runnable::run, this.regions);

		private final EhCacheCache cache;

		Instance() {
			this.manager.setTransactionAware(true);
			this.manager.afterPropertiesSet();
			this.cache = this.manager.caches().get(0);
			this.cache.share(TierLoadsTests.this.tier, List.of(new TextCodec()));
			this.regions.catchUp();
		}

		@Nullable Object get(Object key, String value) {
			return this.cache.get(key, TierLoadsTests.this.loading(value));
		}

	}

	private Callable<String> loading(String value) {
		return () -> {
			this.loads.incrementAndGet();
			return value;
		};
	}

	@Test
	void loadAValueOnceForBoth() {
		assertThat(this.a.get(KEY, "first")).isEqualTo("first");
		assertThat(this.b.get(KEY, "second")).isEqualTo("first");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.SECOND_TIER);
		assertThat(this.b.get(KEY, "third")).isEqualTo("first");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.HIT);
		assertThat(this.loads).hasValue(1);
		assertThat(this.b.cache.statistics().loads()).isZero();
		assertThat(this.b.cache.statistics().tierHits()).isOne();
		assertThat(this.a.cache.statistics().tierMisses()).isOne();
	}

	@Test
	void shareWhatFuturesGive() {
		assertThat(this.a.cache.retrieve(KEY, () -> CompletableFuture.completedFuture("first")).join())
			.isEqualTo("first");
		assertThat(this.b.cache.retrieve(KEY, () -> CompletableFuture.completedFuture("second")).join())
			.isEqualTo("first");
	}

	@Test
	void shareThatThereIsNothing() {
		assertThat(this.a.cache.<Object>get(KEY, () -> null)).isNull();
		assertThat(this.b.get(KEY, "second")).isNull();
		assertThat(this.loads).hasValue(0);
	}

	@Test
	void doNotFindWhatWasReadBeforeAChange() {
		this.a.get(KEY, "old");
		this.a.regions.changed("region");
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "newer")).isEqualTo("new");
	}

	/**
	 * What is loaded while what changed is being forgotten here is not forgotten again.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "here", "here in a transaction", "there" })
	void doNotFindItWhileTheyHearOfTheChangeEither(String where) {
		this.a.get(KEY, "old");
		this.a.regions.register((changed) -> this.a.get(KEY, "new"));
		change(where);
		assertThat(this.a.get(KEY, "newer")).isEqualTo("new");
	}

	private void change(String where) {
		switch (where) {
			case "here" -> this.a.regions.changed("region");
			case "here in a transaction" ->
				this.transaction.executeWithoutResult((status) -> this.a.regions.changed("region"));
			default -> {
				this.table.set("region", 1);
				this.a.regions.catchUp();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void doNotFindWhatWasEvicted(boolean transactional) {
		this.a.get(KEY, "old");
		this.b.get(KEY, "old");
		Cache evicting = (transactional) ? this.a.manager.getCache("cache") : this.a.cache;
		this.transaction.executeWithoutResult((status) -> evicting.evict(KEY));
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		assertThat(this.a.get(KEY, "newer")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatIsJustBeingEvicted() {
		this.a.get(KEY, "old");
		this.table.beforeRaise(() -> this.a.get(KEY, "between"));
		this.a.cache.evict(KEY);
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatIsJustBeingEvictedByATransaction() {
		this.a.get(KEY, "old");
		Cache evicting = this.a.manager.getCache("cache");
		this.transaction.executeWithoutResult((status) -> {
			evicting.get(new Key("other"), loading("other"));
			TransactionSynchronizationManager.registerSynchronization(new Between());
			evicting.evict(KEY);
		});
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatWasCleared() {
		this.a.get(KEY, "old");
		this.a.cache.clear();
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatWasPut() {
		this.a.cache.put(KEY, "put");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "loaded")).isEqualTo("loaded");
		assertThat(this.a.get(KEY, "other")).isEqualTo("put");
	}

	/**
	 * Until what could not be raised is, others know the state before by the same name.
	 */
	@Test
	void shareNothingOfAChangeThatIsToldLater() {
		this.a.get(KEY, "old");
		this.table.leaveTransactions();
		this.transaction.executeWithoutResult((status) -> this.a.regions.changed("region"));
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		assertThat(this.b.get(KEY, "other")).isEqualTo("old");
		this.table.set("region", 1);
		this.a.regions.catchUp();
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "newer")).isEqualTo("newer");
		assertThat(this.a.get(KEY, "newest")).isEqualTo("newer");
	}

	@Test
	void askNobodyWhileTheyMayHaveMissedAChange() {
		this.a.get(KEY, "old");
		this.b.regions.doubt();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		this.b.regions.trust();
	}

	@Test
	void askNobodyWhileTheyAreBypassed() {
		this.a.get(KEY, "shared");
		this.b.cache.operator("op").bypass();
		assertThat(this.b.get(KEY, "loaded")).isEqualTo("loaded");
		assertThat(this.tier.values).hasSize(1);
		this.b.cache.operator("op").endBypass();
		assertThat(this.b.get(KEY, "again")).isEqualTo("shared");
	}

	@Test
	void countTheTimeFromWhenAValueWasLoaded() {
		this.a.get(KEY, "old");
		long loadedAt = this.clock.millis();
		this.clock.advance(Duration.ofSeconds(149));
		this.b.get(KEY, "old");
		assertThat(this.b.cache.index().find(KEY).createdAt()).isEqualTo(loadedAt);
		this.clock.advance(Duration.ofSeconds(2));
		assertThat(this.b.get(KEY, "refreshed")).isEqualTo("old");
		assertThat(this.b.get(KEY, "other")).isEqualTo("refreshed");
		this.clock.advance(Duration.ofSeconds(50));
		assertThat(this.a.get(KEY, "other")).as("expired here, refreshed there").isEqualTo("refreshed");
		assertThat(this.tier.times).containsExactly(Duration.ofSeconds(200), Duration.ofSeconds(200));
	}

	@Test
	void takeNothingWhoseTimeIsOver() {
		this.a.get(KEY, "old");
		this.clock.advance(Duration.ofSeconds(201));
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void keepNothingThatWasEvictedWhileItWasLoaded() {
		this.a.cache.get(KEY, () -> {
			this.a.cache.operator("op").remove(KEY::equals);
			return "evicted";
		});
		assertThat(this.tier.values).isEmpty();
		assertThat(this.tier.released).isOne();
	}

	@Test
	void giveTheRightToLoadBackWhenTheLoadFails() {
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> this.a.cache.get(KEY, () -> {
			throw new IllegalStateException("planted");
		}));
		assertThat(this.tier.released).isOne();
	}

	@Test
	void letAnOperatorRemoveAValueThereToo() {
		this.a.get(KEY, "old");
		this.a.cache.operator("op").remove(this.a.cache.index().find(KEY).sequence());
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		this.a.cache.operator("op").remove(KEY::equals);
		assertThat(this.a.get(KEY, "newer")).isEqualTo("newer");
		this.a.cache.operator("op").clear();
		assertThat(this.a.get(KEY, "newest")).isEqualTo("newest");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "other")).isEqualTo("newest");
	}

	@Test
	void tellKeysApartThatLookAlike() {
		this.a.get(1, "number");
		assertThat(this.a.get("1", "text")).isEqualTo("text");
		assertThat(this.b.get("1", "other")).isEqualTo("text");
		assertThat(this.b.get(1, "other")).isEqualTo("number");
	}

	@Test
	void loadForThemselvesWhatCannotBeShared() {
		Object unserializable = new Object();
		assertThat(this.a.get(unserializable, "own")).isEqualTo("own");
		assertThat(this.a.cache.<Object>get(KEY, () -> 42)).isEqualTo(42);
		assertThat(this.tier.values).isEmpty();
		assertThat(this.tier.released).isOne();
		assertThat(this.a.cache.statistics().tierRefusals()).isEqualTo(2);
	}

	@Test
	void loadForThemselvesWhatCannotBeRead() {
		this.a.get(KEY, "old");
		this.tier.values.replaceAll((key, value) -> new byte[] { 1, 2, 3 });
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		assertThat(this.b.cache.statistics().tierRefusals()).isOne();
	}

	/** Before, in the midst of, or after what a cache does with the commit. */
	private final class Between implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			TierLoadsTests.this.a.get(KEY, "between");
		}

	}

	private record Key(String name) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return Set.of("region");
		}

	}

	private static final class TextCodec implements ValueCodec {

		@Override
		public String name() {
			return "text";
		}

		@Override
		public boolean encodes(Object value) {
			return value instanceof String;
		}

		@Override
		public byte[] encode(Object value) {
			return value.toString().getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public Object decode(byte[] bytes) {
			return new String(bytes, StandardCharsets.UTF_8);
		}

	}

}
