package dev.yoil.ehcache.boot;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.inspect.RecordedEvents;
import dev.yoil.ehcache.internal.audit.AuditedCaches;
import dev.yoil.ehcache.internal.audit.AuditedCaches.Verdict;
import dev.yoil.ehcache.internal.audit.FreshnessAudit;
import dev.yoil.ehcache.internal.tier.DiskTier;
import dev.yoil.ehcache.internal.tier.OffHeapTier;
import dev.yoil.ehcache.internal.whatif.LookupSampler;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.statistics.CacheStatistics;
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

	private final @Nullable FreshnessAudit audit;

	/**
	 * Creates the meters of a cache.
	 * @param audit the audit; {@code null} for none
	 */
	EhCacheMetrics(EhCacheCache cache, Iterable<Tag> tags, @Nullable FreshnessAudit audit) {
		super(cache, cache.getName(), tags);
		this.audit = audit;
	}

	@Override
	protected Long size() {
		EhCacheCache cache = getCache();
		return (cache != null) ? cache.size() : 0;
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
		Meters<EhCacheCache> meters = new Meters<>(registry, cache, Tags.of(getTagsWithCacheName()));
		heap(meters, cache);
		meters
			.gauge("cache.bypassed", "1 if the cache is bypassed, and so serves and stores nothing; else 0.",
					(bound) -> (bound.bypassed() != null) ? 1 : 0)
			.counter("cache.expirations", "Expired entries.", of(CacheStatistics::expirations))
			.counter("cache.removals.explicit", "Entries that a caller or an operator removed, or that were gone.",
					of(CacheStatistics::explicitRemovals))
			.counter("cache.stale.served", "Stale values that were served because a load failed.",
					of(CacheStatistics::staleServed))
			.counter("cache.writes.failed", "Writes that failed after the commit of their transaction.",
					of(CacheStatistics::failedWrites))
			.counter("cache.misses.after.eviction", "Misses of entries that were evicted before they expired.",
					(bound) -> bound.unwrap(RecordedEvents.class).missesAfterEviction())
			.counter("cache.removal.requests", "Keys that callers asked to remove.",
					of(CacheStatistics::removalRequests))
			.counter("cache.removal.requests.matched", "Keys that callers asked to remove and that had an entry.",
					of(CacheStatistics::removalRequestsMatched));
		tiers(meters, cache);
		loads(meters);
		if (this.audit != null) {
			audit(meters, this.audit);
		}
		hitRatio(meters, "simulated", (whatIf) -> {
			WhatIf.Cell present = whatIf.present();
			return (present != null) ? present.hitRatio() : Double.NaN;
		});
		hitRatio(meters, "measured", (whatIf) -> {
			WhatIf.Measured measured = whatIf.measured();
			return (measured != null) ? measured.hitRatio() : Double.NaN;
		});
	}

	private static void audit(Meters<EhCacheCache> meters, FreshnessAudit audit) {
		for (Verdict verdict : Verdict.values()) {
			meters.tagged("verdict", verdict.name().toLowerCase(Locale.ROOT))
				.counter("cache.audit.samples", "Sampled hits that were loaded again and compared.",
						ofAudit(audit, 0, (result) -> result.verdicts().getOrDefault(verdict, 0L)));
		}
		meters.gauge("cache.audit.consistent.at.least",
				"Share of sampled moments with a value that is up to date, at least.", ofAudit(audit, Double.NaN,
						(result) -> Objects.requireNonNullElse(result.consistentAtLeast(), Double.NaN)));
	}

	private static ToDoubleFunction<EhCacheCache> ofAudit(FreshnessAudit audit, double before,
			ToDoubleFunction<AuditedCaches.Result> figure) {
		return (bound) -> {
			AuditedCaches.Result result = audit.of(bound);
			return (result != null) ? figure.applyAsDouble(result) : before;
		};
	}

	private static void tiers(Meters<EhCacheCache> meters, EhCacheCache cache) {
		if (SharedValues.isTiered(cache)) {
			meters.counter("cache.tier.hits", "Loads that found their value in a tier.", of(CacheStatistics::tierHits))
				.counter("cache.tier.misses", "Loads that did not find their value in a tier.",
						of(CacheStatistics::tierMisses))
				.counter("cache.tier.refusals", "Keys and values that could not be encoded for a tier, or decoded.",
						of(CacheStatistics::tierRefusals));
		}
		if (cache.declared().offHeapBytes() != null) {
			level(meters, OffHeapTier.LEVEL);
		}
		if (cache.declared().disk() != null) {
			level(meters, DiskTier.LEVEL);
		}
	}

	private static ToDoubleFunction<EhCacheCache> of(ToDoubleFunction<CacheStatistics> count) {
		return (bound) -> count.applyAsDouble(bound.statistics());
	}

	private static void heap(Meters<EhCacheCache> meters, EhCacheCache cache) {
		if (cache.declared().capacityBytes() == null) {
			meters.gauge("cache.capacity", "Capacity in entries.",
					(bound) -> Objects.requireNonNullElse(bound.declared().capacity(), 0L));
		}
		else {
			meters
				.gauge("cache.capacity.bytes", "Capacity in bytes of heap.",
						(bound) -> Objects.requireNonNullElse(bound.declared().capacityBytes(), 0L))
				.gauge("cache.size.bytes", "Estimated size of the entries in bytes of heap.",
						(bound) -> Objects.requireNonNullElse(bound.bytes(), 0L));
		}
	}

	/** NaN until the figures are known. */
	private static void hitRatio(Meters<EhCacheCache> meters, String source, ToDoubleFunction<WhatIf> ratio) {
		meters.tagged("source", source)
			.gauge("cache.what.if.hit.ratio",
					"Hit ratio of the present configuration, simulated and measured, with a half-life of an hour.",
					(bound) -> ratio.applyAsDouble(bound.unwrap(LookupSampler.class).result(0)));
	}

	private static void level(Meters<EhCacheCache> meters, String level) {
		Meters<EhCacheCache> tagged = meters.tagged("level", level.toLowerCase(Locale.ROOT));
		Map<String, ToDoubleFunction<LevelStatistics>> gauges = Map.of("entries", LevelStatistics::entries, "bytes",
				LevelStatistics::bytes, "available", (tier) -> tier.available() ? 1 : 0);
		gauges.forEach((name, value) -> tagged.gauge("cache.level." + name, "State of an off-heap or disk tier.",
				ofLevel(level, value)));
		Map<String, ToDoubleFunction<LevelStatistics>> counters = Map.of("hits", LevelStatistics::hits, "misses",
				LevelStatistics::misses, "puts", LevelStatistics::puts, "evictions", LevelStatistics::evictions,
				"failures", LevelStatistics::failures);
		counters.forEach((name, count) -> tagged.counter("cache.level." + name, "Count of an off-heap or disk tier.",
				ofLevel(level, count)));
	}

	/** Returns a figure of a tier; 0 until it is open. */
	private static ToDoubleFunction<EhCacheCache> ofLevel(String level, ToDoubleFunction<LevelStatistics> figure) {
		return (bound) -> bound.unwrap(LowerLevel.class)
			.statistics()
			.stream()
			.filter((tier) -> tier.level().equals(level))
			.mapToDouble(figure)
			.sum();
	}

	private static void loads(Meters<EhCacheCache> meters) {
		timer(meters, "success", (statistics) -> statistics.loads() - statistics.failedLoads(),
				CacheStatistics::loadNanos);
		timer(meters, "failure", CacheStatistics::failedLoads, CacheStatistics::failedLoadNanos);
		meters
			.counter("cache.loads.gone", "Failed loads that found that the value no longer exists.",
					of(CacheStatistics::goneLoads))
			.counter("cache.loads.shared", "Callers that waited for a load of another caller.",
					of(CacheStatistics::sharedLoads))
			.counter("cache.loads.duplicate",
					"Loads of a value that a concurrent load had stored, by @Cacheable without sync.",
					of(CacheStatistics::duplicateLoads))
			.counter("cache.loads.voided",
					"Loads whose values were not stored because of a concurrent write of the key.",
					of(CacheStatistics::voidedLoads));
	}

	private static void timer(Meters<EhCacheCache> meters, String result, ToLongFunction<CacheStatistics> count,
			ToDoubleFunction<CacheStatistics> nanos) {
		meters.tagged("result", result)
			.timer("cache.loads", "Duration of loads and refreshes.", (bound) -> count.applyAsLong(bound.statistics()),
					of(nanos));
	}

}
