package dev.yoil.ehcache.boot;

import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.ledger.Statistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;

/**
 * What a cache counts, as meters: those that all caches of Micrometer have, under the
 * same names, and what only these caches know. docs/monitoring.md lists them.
 * <p>
 * Thread-safe. Reading a meter reads the cache's ledger and so has no effect on the
 * cache. The cache is not kept from being collected; from then on the meters stand still.
 */
public final class EhCacheMetrics extends CacheMeterBinder<EhCacheCache> {

	/**
	 * Creates the meters of a cache, yet to be bound to a registry.
	 * @param cache the cache
	 * @param tags tags that all its meters get, besides {@code cache} with its name
	 */
	public EhCacheMetrics(EhCacheCache cache, Iterable<Tag> tags) {
		super(cache, cache.getName(), tags);
	}

	@Override
	protected Long size() {
		EhCacheCache cache = getCache();
		return (cache != null) ? cache.ledger().size() : 0;
	}

	@Override
	protected long hitCount() {
		return count(Statistics::hits);
	}

	@Override
	protected Long missCount() {
		return count(Statistics::misses);
	}

	@Override
	protected Long evictionCount() {
		return count(Statistics::evictions);
	}

	@Override
	protected long putCount() {
		return count(Statistics::puts);
	}

	private long count(ToLongFunction<Statistics> count) {
		EhCacheCache cache = getCache();
		return (cache != null) ? count.applyAsLong(cache.ledger().statistics()) : 0;
	}

	@Override
	protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
		EhCacheCache cache = getCache();
		if (cache == null) {
			return;
		}
		Gauge.builder("cache.capacity", cache, (bound) -> bound.declared().capacity())
			.tags(getTagsWithCacheName())
			.description("How many entries the cache holds before it evicts the least recently used.")
			.register(registry);
		Gauge.builder("cache.asleep", cache, (bound) -> (bound.asleep() != null) ? 1 : 0)
			.tags(getTagsWithCacheName())
			.description("Whether the cache is asleep, 1 or 0: then it serves and stores nothing.")
			.register(registry);
		counter(registry, cache, "cache.expirations", "Entries that left because their time was over.",
				Statistics::expirations);
		counter(registry, cache, "cache.removals", "Entries that a caller took out, one by one or all at once.",
				Statistics::removals);
		counter(registry, cache, "cache.loads.shared", "How often a caller waited for a load that another one began.",
				Statistics::sharedLoads);
		counter(registry, cache, "cache.stale.served",
				"How often a caller was handed a value past its time because it could not be loaded.",
				Statistics::staleServed);
		counter(registry, cache, "cache.writes.failed",
				"Writes that had waited for a transaction and failed after its commit.", Statistics::failedWrites);
		counter(registry, cache, "cache.evicted.asked.again",
				"Misses of entries that left because the cache was full and would still have been good.",
				Statistics::evictedAskedAgain);
		counter(registry, cache, "cache.removals.asked", "Keys that callers asked to take out, one by one.",
				Statistics::evictionsAsked);
		counter(registry, cache, "cache.removals.matched", "How many of these keys there was an entry under.",
				Statistics::evictionsMatched);
		timer(registry, cache, "success", (statistics) -> statistics.loads() - statistics.failedLoads(),
				Statistics::loadNanos);
		timer(registry, cache, "failure", Statistics::failedLoads, Statistics::failedLoadNanos);
	}

	private void counter(MeterRegistry registry, EhCacheCache cache, String name, String description,
			ToDoubleFunction<Statistics> count) {
		FunctionCounter.builder(name, cache, (bound) -> count.applyAsDouble(bound.ledger().statistics()))
			.tags(getTagsWithCacheName())
			.description(description)
			.register(registry);
	}

	private void timer(MeterRegistry registry, EhCacheCache cache, String result, ToLongFunction<Statistics> count,
			ToDoubleFunction<Statistics> nanos) {
		FunctionTimer
			.builder("cache.loads", cache, (bound) -> count.applyAsLong(bound.ledger().statistics()),
					(bound) -> nanos.applyAsDouble(bound.ledger().statistics()), TimeUnit.NANOSECONDS)
			.tags(getTagsWithCacheName())
			.tag("result", result)
			.description("Loads of values that the cache did not have or refreshed, and how long they ran.")
			.register(registry);
	}

}
