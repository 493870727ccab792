package dev.yoil.ehcache.internal.finding;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.internal.finding.ValueSampler.Mutation;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.OversizedValue;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.inspect.EventLog;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

/**
 * The state of a cache that the rules check. Facts about entries are from a sample of
 * them. Immutable, as far as keys are.
 *
 * @param name the name of the cache
 * @param declared its declaration
 * @param now the time, in milliseconds since the epoch
 * @param statistics its statistics since the start
 * @param missesAfterEviction misses of evicted keys whose values would still be fresh
 * @param whatIf the simulation of other capacities and times to live
 * @param refreshes the number of refreshes that stored a value
 * @param equalRefreshes the number of those whose value was equal to the old one
 * @param removals the last removals, the latest first
 * @param oldestRead the greatest age at which an entry was last read, in milliseconds
 * @param presentKey a key in the cache; {@code null} if it is empty
 * @param unmatchedKey the last key that a caller removed and that was absent;
 * {@code null} for none
 * @param unmatchedReadLater the number of such keys that were read later
 * @param notified whether this instance is notified of changes on others, as far as known
 * @param purged whether changes are purged from caches in front of the application, as
 * far as known
 * @param indistinctKey a key whose text may differ on other instances although it decides
 * what they remove; {@code null} for none
 * @param tierAvailable whether the shared tier responds; {@code null} without one
 * @param levels the local tiers, in the order in which loads ask them
 * @param oversized the last value that exceeded a limit of a heap in bytes; {@code null}
 * for none
 * @param lastMutation the last detected mutation of a cached value; {@code null} for none
 */
record CacheFacts(String name, DeclaredCache declared, long now, CacheStatistics statistics, long missesAfterEviction,
		WhatIf whatIf, long refreshes, long equalRefreshes, List<Removal> removals, long oldestRead,
		@Nullable Object presentKey, @Nullable Object unmatchedKey, long unmatchedReadLater, boolean notified,
		boolean purged, @Nullable Object indistinctKey, @Nullable Boolean tierAvailable, List<LevelStatistics> levels,
		@Nullable OversizedValue oversized, @Nullable Mutation lastMutation) {

	/** Size of the sample of entries, which bounds the cost of a check. */
	private static final int ENTRIES = 1_000;

	CacheFacts {
		removals = List.copyOf(removals);
		levels = List.copyOf(levels);
	}

	/** Reads the entry index of a cache, which leaves no trace. */
	static CacheFacts of(String name, EhCacheCache cache, long now, WhatIf whatIf, @Nullable Mutation lastMutation) {
		List<Map.Entry<Object, StoredEntry>> entries = cache.unwrap(EntryIndex.class)
			.entriesAfter(0)
			.limit(ENTRIES)
			.toList();
		CacheCounters counters = cache.unwrap(EntryIndex.class).counters();
		EventLog log = cache.unwrap(EventLog.class);
		return new CacheFacts(name, cache.declared(), now, cache.statistics(), log.missesAfterEviction(), whatIf,
				counters.refreshes(), counters.equalRefreshes(), log.removals(),
				entries.stream()
					.map(Map.Entry::getValue)
					.mapToLong((entry) -> entry.lastAccessedAt() - entry.createdAt())
					.max()
					.orElse(0),
				entries.isEmpty() ? null : entries.get(0).getKey(), log.lastUnmatched(), log.unmatchedReadLater(),
				cache.isNotified(), cache.unwrap(Validity.class).isPurged(),
				entries.stream()
					.map(Map.Entry::getKey)
					.filter((key) -> isIndistinct(key, cache))
					.findFirst()
					.orElse(null),
				cache.unwrap(LowerLevel.class).isAvailable(), cache.unwrap(LowerLevel.class).statistics(),
				cache.unwrap(EntryIndex.class).oversized(), lastMutation);
	}

	private static boolean isIndistinct(Object key, EhCacheCache cache) {
		// Only the region of the whole cache contains this name.
		return cache.isShared()
				&& cache.unwrap(CacheValidity.class).regions(key).contains(EncodedName.region(cache.getName()));
	}

	CachePolicy policy() {
		return this.declared.policy();
	}

	/** Returns the capacity in entries, {@code null} if the cache counts bytes. */
	@Nullable Long capacity() {
		return this.declared.capacity();
	}

	/** Returns the misses without those of bypasses. */
	long misses() {
		return this.statistics.misses() - this.statistics.bypasses();
	}

	double hitRatio() {
		long asked = this.statistics.hits() + misses();
		return (asked > 0) ? (double) this.statistics.hits() / asked : 0;
	}

	long removed(Predicate<Removal> kind) {
		return this.removals.stream().filter(kind).count();
	}

	/** Returns the file and line of the policy. */
	String policyLine() {
		return this.declared.place().file() + ":" + this.declared.place().policy();
	}

	/** Returns the file and line of the heap. */
	String heapLine() {
		return this.declared.place().file() + ":" + this.declared.place().heap();
	}

	/** Creates a finding with a fix in the code. */
	Finding inCode(Rule rule, String message, String remedy) {
		return finding(rule, Severity.WARNING, message, remedy, this.declared.place().cache(), null);
	}

	/** Creates a finding with a fix in an attribute of the policy. */
	Finding inPolicy(Rule rule, Severity severity, String attribute, String message, String remedy) {
		return finding(rule, severity, message, remedy, this.declared.place().policy(), attribute);
	}

	/** Creates a finding with a fix in the capacity. */
	Finding inHeap(Rule rule, Severity severity, String message, String remedy) {
		return finding(rule, severity, message, remedy, this.declared.place().heap(), "heap");
	}

	/** Creates a finding with a fix in a tier, which is declared beside the heap. */
	Finding inTier(Rule rule, String message, String remedy) {
		return finding(rule, Severity.WARNING, message, remedy, this.declared.place().heap(), null);
	}

	private Finding finding(Rule rule, Severity severity, String message, String remedy, int line,
			@Nullable String attribute) {
		DeclaredCache.Place place = this.declared.place();
		return new Finding(this.name, rule, severity, message, remedy, Map.of(), place.file(), line, attribute);
	}

}
