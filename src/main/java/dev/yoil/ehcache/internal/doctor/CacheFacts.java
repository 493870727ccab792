package dev.yoil.ehcache.internal.doctor;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.doctor.Finding.Severity;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a cache at one moment, for rules to look at. Immutable, as far as keys
 * are.
 *
 * @param declared what the file says of it
 * @param now the moment, in milliseconds since the epoch
 * @param statistics what happened in it since the start
 * @param missingCapacity how many more entries would have kept most of what was evicted
 * and asked for again; 0 if nothing was
 * @param removals the last removals, the latest first
 * @param oldestRead the greatest age at which one of its entries was last read, in
 * milliseconds; of some of the entries that are in it
 * @param presentKey a key that is in the cache; {@code null} if it is empty
 * @param unmatchedKey the last key that a caller asked to remove and that was not there;
 * {@code null} if there was none
 * @param unmatchedReadLater how many such keys were read later
 * @param notified whether this instance hears of changes on others, as far as is known
 * @param indistinctKey a key whose text other instances may write otherwise, although it
 * decides what they remove; {@code null} if there is none among some of the entries
 * @param tierAvailable whether the shared tier works; {@code null} if the cache shares
 * nothing
 */
record CacheFacts(DeclaredCache declared, long now, CacheStatistics statistics, long missingCapacity,
		List<Removal> removals, long oldestRead, @Nullable Object presentKey, @Nullable Object unmatchedKey,
		long unmatchedReadLater, boolean notified, @Nullable Object indistinctKey, @Nullable Boolean tierAvailable) {

	/** How many entries are looked at, so that looking costs the same in any cache. */
	private static final int ENTRIES = 1_000;

	/** Room for the other tenth would cost far more than the first nine. */
	private static final double KEPT = 0.9;

	CacheFacts {
		removals = List.copyOf(removals);
	}

	/**
	 * Reads the entry index of a cache, which leaves no trace.
	 */
	static CacheFacts of(EhCacheCache cache, long now) {
		List<Map.Entry<Object, StoredEntry>> entries = CacheInternals.of(cache)
			.index()
			.entriesAfter(0)
			.limit(ENTRIES)
			.toList();
		CacheCounters counters = CacheInternals.of(cache).index().counters();
		return new CacheFacts(cache.declared(), now, cache.statistics(), counters.evictedKeys().missingCapacity(KEPT),
				cache.removals(),
				entries.stream()
					.map(Map.Entry::getValue)
					.mapToLong((entry) -> entry.lastAccessedAt() - entry.createdAt())
					.max()
					.orElse(0),
				entries.isEmpty() ? null : entries.get(0).getKey(), counters.removalRequests().lastUnmatched(),
				counters.removalRequests().readLater(), cache.isNotified(),
				entries.stream()
					.map(Map.Entry::getKey)
					.filter((key) -> isIndistinct(key, cache))
					.findFirst()
					.orElse(null),
				CacheInternals.of(cache).tier().isAvailable());
	}

	private static boolean isIndistinct(Object key, EhCacheCache cache) {
		// The region of the whole cache.
		return cache.isShared() && CacheInternals.of(cache).regions().apply(key).contains(cache.getName() + "#");
	}

	CachePolicy policy() {
		return this.declared.policy();
	}

	/**
	 * {@return how many entries it holds; {@code null} if it counts bytes}
	 */
	@Nullable Long capacity() {
		return this.declared.capacity();
	}

	/**
	 * Counts the misses while the cache was in use: bypassed it cannot have anything.
	 */
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

	/** Names the line of the element that says when entries expire. */
	String policyLine() {
		return this.declared.place().file() + ":" + this.declared.place().policy();
	}

	/** Makes a finding whose remedy is in the code. */
	Finding inCode(Rule rule, String message, String remedy) {
		return finding(rule, Severity.WARNING, message, remedy, this.declared.place().cache(), null);
	}

	/** Makes a finding whose remedy is an attribute of the policy. */
	Finding inPolicy(Rule rule, Severity severity, String attribute, String message, String remedy) {
		return finding(rule, severity, message, remedy, this.declared.place().policy(), attribute);
	}

	/** Makes a finding whose remedy is the capacity. */
	Finding inHeap(Rule rule, String message, String remedy) {
		return finding(rule, Severity.WARNING, message, remedy, this.declared.place().heap(), "heap");
	}

	private Finding finding(Rule rule, Severity severity, String message, String remedy, int line,
			@Nullable String attribute) {
		DeclaredCache.Place place = this.declared.place();
		return new Finding(this.declared.name(), rule, severity, message, remedy, Map.of(), place.file(), line,
				attribute);
	}

}
