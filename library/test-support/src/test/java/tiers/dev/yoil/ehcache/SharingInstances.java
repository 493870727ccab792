package dev.yoil.ehcache;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.tier.FakeTier;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionTemplate;

/**
 * Two instances that share their loads. Each has one cache.
 */
public final class SharingInstances implements AutoCloseable {

	public static final Key KEY = new Key("one");

	final FakeRegionTable table = new FakeRegionTable();

	final TransactionTemplate transaction = new TransactionTemplate(this.table);

	public final FakeTier tier = new FakeTier();

	public final FakeClock clock = new FakeClock();

	final AtomicInteger loads = new AtomicInteger();

	/** Runs before an instance removes the entries of a change. */
	Runnable beforeRemoval = () -> {
	};

	public final Instance a;

	final Instance b;

	public SharingInstances(Duration lease) {
		this(lease, "ttl='200s' refresh-after='150s'", Runnable::run);
	}

	SharingInstances(Duration lease, String policy, Executor background) {
		this.table.set(RegionTable.SECRET, 1);
		EhcacheXml declared = TestCaches
			.read(TestCaches.HEAD + "<cache alias='cache'><heap>100</heap><y:policy " + policy + "/></cache></config>");
		this.a = new Instance(lease, declared, background);
		this.b = new Instance(lease, declared, background);
	}

	Callable<String> loading(String value) {
		return () -> {
			this.loads.incrementAndGet();
			return value;
		};
	}

	@Override
	public void close() {
		this.a.manager.destroy();
		this.b.manager.destroy();
	}

	/** One of the instances. */
	public final class Instance {

		public final Regions regions;

		public final EhCacheCacheManager manager;

		final EhCacheCache cache;

		Instance(Duration lease, EhcacheXml declared, Executor background) {
			this.regions = Regions.shared(SharingInstances.this.table, lease);
			this.regions.register((changed) -> SharingInstances.this.beforeRemoval.run());
			this.manager = new EhCacheCacheManager(declared,
					new ElapsedTime(SharingInstances.this.clock, SharingInstances.this.clock::nanoTime), background,
					this.regions);
			this.manager.setTransactionAware(true);
			this.manager.afterPropertiesSet();
			this.cache = this.manager.caches().get(0);
			TextTiers.attach(this.cache, List.of(), SharingInstances.this.tier);
			this.regions.catchUp();
		}

		/**
		 * Changes the region here or on another instance.
		 */
		void change(String where) {
			switch (where) {
				case "here" -> this.regions.changed("region");
				case "here in a transaction" ->
					SharingInstances.this.transaction.executeWithoutResult((status) -> this.regions.changed("region"));
				default -> {
					SharingInstances.this.table.set("region", 1);
					this.regions.catchUp();
				}
			}
		}

		public @Nullable Object get(Object key, String value) {
			return this.cache.get(key, loading(value));
		}

	}

	/** A key of the region {@code region}. */
	public record Key(String name) implements RegionKey, Serializable {

		@Override
		public Set<String> regions() {
			return Set.of("region");
		}

	}

}
