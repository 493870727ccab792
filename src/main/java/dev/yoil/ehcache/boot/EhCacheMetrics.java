package dev.yoil.ehcache.boot;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.statistics.CacheStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * What a cache counts, as meters: those that all caches of Micrometer have, under the
 * same names, and what only these caches know. docs/monitoring.md lists them.
 * <p>
 * Thread-safe. Reading a meter reads the cache's entry index and so has no effect on the
 * cache. The cache is not kept from being collected; from then on the meters stand still.
 */
final class EhCacheMetrics extends CacheMeterBinder<EhCacheCache> {

	EhCacheMetrics(EhCacheCache cache, Iterable<Tag> tags) {
		super(cache, cache.getName(), tags);
	}

	@Override
	protected Long size() {
		EhCacheCache cache = getCache();
		return (cache != null) ? CacheInternals.of(cache).index().size() : 0;
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
			.description("Whether the cache is bypassed, 1 or 0: then it serves and stores nothing.")
			.register(registry);
		counter(registry, cache, "cache.expirations", "Entries that left because their time was over.",
				CacheStatistics::expirations);
		counter(registry, cache, "cache.removals.explicit",
				"Entries that a caller or an operator removed, one by one or all at once.",
				CacheStatistics::explicitRemovals);
		counter(registry, cache, "cache.stale.served",
				"How often a caller was handed a value past its time because it could not be loaded.",
				CacheStatistics::staleServed);
		counter(registry, cache, "cache.writes.failed",
				"Writes that had waited for a transaction and failed after its commit.", CacheStatistics::failedWrites);
		counter(registry, cache, "cache.misses.after.eviction",
				"Misses of entries that left because the cache was full and would still have been good.",
				CacheStatistics::missesAfterEviction);
		counter(registry, cache, "cache.removal.requests", "Keys that callers asked to remove, one by one.",
				CacheStatistics::removalRequests);
		counter(registry, cache, "cache.removal.requests.matched", "How many of these keys there was an entry under.",
				CacheStatistics::removalRequestsMatched);
		if (cache.declared().global()) {
			counter(registry, cache, "cache.tier.hits", "Values that the shared tier had, each of which spared a load.",
					CacheStatistics::tierHits);
			counter(registry, cache, "cache.tier.misses", "Loads that did not find their value in the shared tier.",
					CacheStatistics::tierMisses);
			counter(registry, cache, "cache.tier.refusals",
					"Keys and values that could not be turned into bytes for the shared tier, or back.",
					CacheStatistics::tierRefusals);
		}
		loads(registry, cache);
	}

	private void loads(MeterRegistry registry, EhCacheCache cache) {
		timer(registry, cache, "success", (statistics) -> statistics.loads() - statistics.failedLoads(),
				CacheStatistics::loadNanos);
		timer(registry, cache, "failure", CacheStatistics::failedLoads, CacheStatistics::failedLoadNanos);
		counter(registry, cache, "cache.loads.shared", "How often a caller waited for a load that another one began.",
				CacheStatistics::sharedLoads);
		counter(registry, cache, "cache.loads.duplicate",
				"Loads that gave what another one had loaded by then, as @Cacheable without sync does not share them.",
				CacheStatistics::duplicateLoads);
		counter(registry, cache, "cache.loads.voided",
				"Loads whose values were not stored, because their keys were written meanwhile.",
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
			.description("Loads of values that the cache did not have or refreshed, and how long they ran.")
			.register(registry);
	}

	private void heap(MeterRegistry registry, EhCacheCache cache) {
		if (cache.declared().capacityBytes() == null) {
			gauge(registry, cache, "cache.capacity",
					"How many entries the cache holds before it evicts the least recently used.",
					(bound) -> bound.declared().capacity());
		}
		else {
			gauge(registry, cache, "cache.capacity.bytes",
					"How many bytes of the heap the cache takes before it evicts the least recently used.",
					(bound) -> bound.declared().capacityBytes());
			gauge(registry, cache, "cache.size.bytes", "How many bytes of the heap its entries take, about.",
					(bound) -> CacheInternals.of(bound).index().bytes());
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
