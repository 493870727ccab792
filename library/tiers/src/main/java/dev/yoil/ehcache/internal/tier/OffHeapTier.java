package dev.yoil.ehcache.internal.tier;

import java.util.Objects;
import java.util.function.Supplier;

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
 * A tier in native memory: a separate Ehcache cache without a heap. Ehcache allocates all
 * memory at startup. Thread-safe.
 */
public final class OffHeapTier extends LocalTier {

	/** The name of the level. */
	public static final String LEVEL = "OFF_HEAP";

	private static final String ALIAS = "values";

	/** A value has at most 1/16 of the memory. Ehcache evicts most others for more. */
	private static final int LARGEST = 16;

	private final long largestBytes;

	private final CacheManager manager;

	private final Cache<String, byte[]> values;

	private final TierStatistics statistics;

	/**
	 * Allocates the memory.
	 * @param build the build of the application, which is a part of all names
	 * @throws org.ehcache.StateTransitionException if the JVM cannot allocate it
	 */
	public OffHeapTier(long bytes, String build) {
		super(LEVEL, bytes, build);
		this.largestBytes = bytes / LARGEST;
		DefaultStatisticsService counts = new DefaultStatisticsService();
		this.manager = CacheManagerBuilder.newCacheManagerBuilder()
			.using(counts)
			.withCache(ALIAS,
					CacheConfigurationBuilder.newCacheConfigurationBuilder(String.class, byte[].class,
							ResourcePoolsBuilder.newResourcePoolsBuilder().offheap(bytes, MemoryUnit.B)))
			.build(true);
		this.values = this.manager.getCache(ALIAS, String.class, byte[].class);
		this.statistics = Objects.requireNonNull(counts.getCacheStatistics(ALIAS).getTierStatistics().get("OffHeap"));
		opened();
	}

	@Override
	protected byte @Nullable [] read(String name) {
		return ifOpen(() -> this.values.get(name));
	}

	@Override
	protected boolean write(String name, byte[] value) {
		return value.length <= this.largestBytes && ifOpen(() -> {
			this.values.put(name, value);
			return value;
		}) != null;
	}

	@Override
	protected void delete(String name) {
		Object unused = ifOpen(() -> {
			this.values.remove(name);
			return name;
		});
	}

	@Override
	protected boolean has(String name) {
		return Boolean.TRUE.equals(ifOpen(() -> this.values.containsKey(name)));
	}

	/** Returns {@code null} if the tier is closed. */
	private static <T> @Nullable T ifOpen(Supplier<@Nullable T> use) {
		try {
			return use.get();
		}
		catch (IllegalStateException ex) {
			return null;
		}
	}

	@Override
	protected Usage usage() {
		return new Usage(this.statistics.getMappings(), this.statistics.getOccupiedByteSize(),
				this.statistics.getEvictions());
	}

	@Override
	public void close() {
		this.manager.close();
	}

}
