package dev.yoil.ehcache;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.tier.MapTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import org.springframework.cache.Cache;

/**
 * A single instance with a local tier that can be started again. For one thread.
 */
abstract class LocalTierInstance {

	static final Key KEY = new Key("one");

	private final FakeClock clock = new FakeClock();

	private final FakeRegionTable table = new FakeRegionTable();

	private final Map<String, byte[]> values = new ConcurrentHashMap<>();

	private final AtomicInteger loads = new AtomicInteger();

	private @Nullable SecondTier shared;

	private String policy = "ttl='200s'";

	private int heap = 100;

	private @Nullable EhCacheCacheManager manager;

	private Regions regions = Regions.alone();

	private MapTier tier = new MapTier(this.values, "build");

	LocalTierInstance() {
		this.table.set(RegionTable.SECRET, 1);
	}

	FakeClock clock() {
		return this.clock;
	}

	FakeRegionTable table() {
		return this.table;
	}

	/** The values on disk, by name. */
	Map<String, byte[]> values() {
		return this.values;
	}

	AtomicInteger loads() {
		return this.loads;
	}

	Regions regions() {
		return this.regions;
	}

	MapTier tier() {
		return this.tier;
	}

	/** Sets the policy of the next start. */
	void policy(String next) {
		this.policy = next;
	}

	/** Sets the capacity of the next start. */
	void heap(int entries) {
		this.heap = entries;
	}

	/** Sets the shared tier of the next start. */
	void shared(@Nullable SecondTier next) {
		this.shared = next;
	}

	@AfterEach
	void close() {
		if (this.manager != null) {
			this.manager.destroy();
		}
	}

	/** Starts, or starts again with an empty heap. */
	Cache start() {
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
		TextTiers.attach(cache(), List.of(this.tier), this.shared);
		this.regions.catchUp();
		return Objects.requireNonNull(started.getCache("cache"));
	}

	EhCacheCache cache() {
		return Objects.requireNonNull(this.manager).caches().get(0);
	}

	Callable<@Nullable String> loading(@Nullable String value) {
		return () -> {
			this.loads.incrementAndGet();
			return value;
		};
	}

	static Callable<String> failing() {
		return () -> {
			throw new IllegalStateException("planted");
		};
	}

	/** A key of a region. */
	record Key(String name) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return Set.of("region");
		}

	}

}
