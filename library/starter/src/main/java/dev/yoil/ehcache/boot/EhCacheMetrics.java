package dev.yoil.ehcache.boot;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.inspect.RecordedEvents;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.OffHeapTier;
import dev.yoil.ehcache.internal.whatif.LookupSampler;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.statistics.CacheStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a cache: those of Micrometer for all caches, and further ones that
 * docs/library/monitoring.md lists. Reading a meter leaves no trace. The cache is
 * referenced weakly. Thread-safe.
 */
final class EhCacheMetrics extends CacheMeterBinder<EhCacheCache> {

	EhCacheMetrics(EhCacheCache cache, Iterable<Tag> tags) {
		super(cache, cache.getName(), tags);
	}

	@Override
	protected Long size() {
		EhCacheCache cache = getCache();
		return (cache != null) ? cache.unwrap(EntryIndex.class).size() : 0;
	}

	@Override
	protected long hitCount() {
		return count(CacheStatistics::hits);
	}

	@Override
	protected Long missCount() {
		return count(CacheStatistics::misses);
	}

	@Override
	protected Long evictionCount() {
		return count(CacheStatistics::evictions);
	}

	@Override
	protected long putCount() {
		return count(CacheStatistics::puts);
	}

	private long count(ToLongFunction<CacheStatistics> count) {
		EhCacheCache cache = getCache();
		return (cache != null) ? count.applyAsLong(cache.statistics()) : 0;
	}

	@Override
	protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
		EhCacheCache cache = getCache();
		if (cache == null) {
			return;
		}
		heap(registry, cache);
		Gauge.builder("cache.bypassed", cache, (bound) -> (bound.bypassed() != null) ? 1 : 0)
			.tags(getTagsWithCacheName())
			.description("1 if the cache is bypassed, and so serves and stores nothing; else 0.")
			.register(registry);
		counter(registry, cache, "cache.expirations", "Expired entries.", CacheStatistics::expirations);
		counter(registry, cache, "cache.removals.explicit", "Entries that a caller or an operator removed.",
				CacheStatistics::explicitRemovals);
		counter(registry, cache, "cache.stale.served", "Stale values that were served because a load failed.",
				CacheStatistics::staleServed);
		counter(registry, cache, "cache.writes.failed", "Writes that failed after the commit of their transaction.",
				CacheStatistics::failedWrites);
		FunctionCounter
			.builder("cache.misses.after.eviction", cache,
					(bound) -> bound.unwrap(RecordedEvents.class).missesAfterEviction())
			.tags(getTagsWithCacheName())
			.description("Misses of entries that were evicted before they expired.")
			.register(registry);
		counter(registry, cache, "cache.removal.requests", "Keys that callers asked to remove.",
				CacheStatistics::removalRequests);
		counter(registry, cache, "cache.removal.requests.matched",
				"Keys that callers asked to remove and that had an entry.", CacheStatistics::removalRequestsMatched);
		if (SharedValues.isTiered(cache)) {
			counter(registry, cache, "cache.tier.hits", "Loads that found their value in a tier.",
					CacheStatistics::tierHits);
			counter(registry, cache, "cache.tier.misses", "Loads that did not find their value in a tier.",
					CacheStatistics::tierMisses);
			counter(registry, cache, "cache.tier.refusals",
					"Keys and values that could not be encoded for a tier, or decoded.", CacheStatistics::tierRefusals);
		}
		if (cache.declared().offHeapBytes() != null) {
			level(registry, cache, OffHeapTier.LEVEL);
		}
		if (cache.declared().disk() != null) {
			level(registry, cache, DiskTier.LEVEL);
		}
		loads(registry, cache);
		whatIf(registry, cache);
	}

	private void whatIf(MeterRegistry registry, EhCacheCache cache) {
		hitRatio(registry, cache, "simulated", (whatIf) -> {
			WhatIf.Cell present = whatIf.present();
			return (present != null) ? present.hitRatio() : Double.NaN;
		});
		hitRatio(registry, cache, "measured", (whatIf) -> {
			WhatIf.Measured measured = whatIf.measured();
			return (measured != null) ? measured.hitRatio() : Double.NaN;
		});
	}

	/** NaN until the figures are known. */
	private void hitRatio(MeterRegistry registry, EhCacheCache cache, String source, ToDoubleFunction<WhatIf> ratio) {
		Gauge
			.builder("cache.what.if.hit.ratio", cache,
					(bound) -> ratio.applyAsDouble(bound.unwrap(LookupSampler.class).result(0)))
			.tags(getTagsWithCacheName())
			.tag("source", source)
			.description("Hit ratio of the present configuration, simulated and measured, with a half-life of an hour.")
			.register(registry);
	}

	private void level(MeterRegistry registry, EhCacheCache cache, String level) {
		Tags tags = Tags.of(getTagsWithCacheName()).and("level", level.toLowerCase(Locale.ROOT));
		Map<String, ToDoubleFunction<LevelStatistics>> gauges = Map.of("entries", LevelStatistics::entries, "bytes",
				LevelStatistics::bytes, "available", (tier) -> tier.available() ? 1 : 0);
		gauges.forEach((name, value) -> Gauge.builder("cache.level." + name, cache, (bound) -> of(bound, level, value))
			.tags(tags)
			.description("State of an off-heap or disk tier.")
			.register(registry));
		Map<String, ToDoubleFunction<LevelStatistics>> counters = Map.of("hits", LevelStatistics::hits, "misses",
				LevelStatistics::misses, "puts", LevelStatistics::puts, "evictions", LevelStatistics::evictions,
				"failures", LevelStatistics::failures);
		counters.forEach((name, count) -> FunctionCounter
			.builder("cache.level." + name, cache, (bound) -> of(bound, level, count))
			.tags(tags)
			.description("Count of an off-heap or disk tier.")
			.register(registry));
	}

	/** Returns a figure of a tier; 0 until it is open. */
	private static double of(EhCacheCache cache, String level, ToDoubleFunction<LevelStatistics> figure) {
		return cache.unwrap(LowerLevel.class)
			.statistics()
			.stream()
			.filter((tier) -> tier.level().equals(level))
			.mapToDouble(figure)
			.sum();
	}

	private void loads(MeterRegistry registry, EhCacheCache cache) {
		timer(registry, cache, "success", (statistics) -> statistics.loads() - statistics.failedLoads(),
				CacheStatistics::loadNanos);
		timer(registry, cache, "failure", CacheStatistics::failedLoads, CacheStatistics::failedLoadNanos);
		counter(registry, cache, "cache.loads.shared", "Callers that waited for a load of another caller.",
				CacheStatistics::sharedLoads);
		counter(registry, cache, "cache.loads.duplicate",
				"Loads of a value that a concurrent load had stored, by @Cacheable without sync.",
				CacheStatistics::duplicateLoads);
		counter(registry, cache, "cache.loads.voided",
				"Loads whose values were not stored because of a concurrent write of the key.",
				CacheStatistics::voidedLoads);
	}

	private void counter(MeterRegistry registry, EhCacheCache cache, String name, String description,
			ToDoubleFunction<CacheStatistics> count) {
		FunctionCounter.builder(name, cache, (bound) -> count.applyAsDouble(bound.statistics()))
			.tags(getTagsWithCacheName())
			.description(description)
			.register(registry);
	}

	private void timer(MeterRegistry registry, EhCacheCache cache, String result, ToLongFunction<CacheStatistics> count,
			ToDoubleFunction<CacheStatistics> nanos) {
		FunctionTimer
			.builder("cache.loads", cache, (bound) -> count.applyAsLong(bound.statistics()),
					(bound) -> nanos.applyAsDouble(bound.statistics()), TimeUnit.NANOSECONDS)
			.tags(getTagsWithCacheName())
			.tag("result", result)
			.description("Duration of loads and refreshes.")
			.register(registry);
	}

	private void heap(MeterRegistry registry, EhCacheCache cache) {
		if (cache.declared().capacityBytes() == null) {
			gauge(registry, cache, "cache.capacity", "Capacity in entries.", (bound) -> bound.declared().capacity());
		}
		else {
			gauge(registry, cache, "cache.capacity.bytes", "Capacity in bytes of heap.",
					(bound) -> bound.declared().capacityBytes());
			gauge(registry, cache, "cache.size.bytes", "Estimated size of the entries in bytes of heap.",
					(bound) -> bound.unwrap(EntryIndex.class).bytes());
		}
	}

	private void gauge(MeterRegistry registry, EhCacheCache cache, String name, String description,
			Function<EhCacheCache, @Nullable Long> value) {
		Gauge.builder(name, cache, (bound) -> Objects.requireNonNullElse(value.apply(bound), 0L))
			.tags(getTagsWithCacheName())
			.description(description)
			.register(registry);
	}

}
