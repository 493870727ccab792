package dev.yoil.ehcache;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.TextCodec;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An instance whose cache has tiers. It can be started again, with an empty heap and the
 * same tiers.
 */
abstract class TierInstance {

	final FakeClock clock = new FakeClock();

	final FakeRegionTable table = new FakeRegionTable();

	final TransactionTemplate transaction = new TransactionTemplate(this.table);

	final AtomicInteger loads = new AtomicInteger();

	/** The policy of the next start. */
	String policy = "ttl='200s'";

	/** The capacity of the next start. */
	int heap = 100;

	/** The codec of the next start. */
	TextCodec codec = new TextCodec();

	Regions regions = Regions.alone();

	private @Nullable EhCacheCacheManager manager;

	TierInstance() {
		this.table.set(RegionTable.SECRET, 1);
	}

	/** Returns the tiers on this machine, with what they kept. */
	abstract List<LocalTier> local();

	/** Returns the tier that instances share. */
	abstract @Nullable SecondTier shared();

	@AfterEach
	void stop() {
		if (this.manager != null) {
			this.manager.destroy();
		}
	}

	/** Starts, or starts again with an empty heap. */
	Cache start() {
		stop();
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
		TextTiers.attach(cache(), local(), shared(), this.codec);
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

}
