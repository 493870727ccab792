package dev.yoil.ehcache.internal.tier;

import java.util.Objects;

import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.MemoryUnit;
import org.ehcache.core.internal.statistics.DefaultStatisticsService;
import org.ehcache.core.statistics.TierStatistics;
import org.jspecify.annotations.Nullable;

/**
 * A store in native memory: an Ehcache cache of its own, without a heap. Ehcache
 * allocates all of the memory at the start. Thread-safe.
 */
public final class OffHeapStore implements ByteStore {

	private static final String ALIAS = "values";

	private final CacheManager manager;

	private final Cache<String, byte[]> values;

	private final TierStatistics statistics;

	/**
	 * Allocates the memory.
	 * @throws org.ehcache.StateTransitionException if the JVM may not allocate so much
	 */
	public OffHeapStore(long bytes) {
		DefaultStatisticsService counts = new DefaultStatisticsService();
		this.manager = CacheManagerBuilder.newCacheManagerBuilder()
			.using(counts)
			.withCache(ALIAS,
					CacheConfigurationBuilder.newCacheConfigurationBuilder(String.class, byte[].class,
							ResourcePoolsBuilder.newResourcePoolsBuilder().offheap(bytes, MemoryUnit.B)))
			.build(true);
		this.values = this.manager.getCache(ALIAS, String.class, byte[].class);
		this.statistics = Objects.requireNonNull(counts.getCacheStatistics(ALIAS).getTierStatistics().get("OffHeap"));
	}

	@Override
	public byte @Nullable [] get(String name) {
		try {
			return this.values.get(name);
		}
		catch (IllegalStateException ex) {
			// Closed.
			return null;
		}
	}

	@Override
	public void put(String name, byte[] value) {
		try {
			this.values.put(name, value);
		}
		catch (IllegalStateException ex) {
			// Closed.
		}
	}

	@Override
	public long entries() {
		return this.statistics.getMappings();
	}

	@Override
	public long bytes() {
		return this.statistics.getOccupiedByteSize();
	}

	@Override
	public long evictions() {
		return this.statistics.getEvictions();
	}

	@Override
	public long failures() {
		return 0;
	}

	@Override
	public boolean isAvailable() {
		return true;
	}

	@Override
	public void close() {
		this.manager.close();
	}

}
