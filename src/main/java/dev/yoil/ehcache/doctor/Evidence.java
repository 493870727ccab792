package dev.yoil.ehcache.doctor;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.index.CacheStatistics;
import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.Removal;
import dev.yoil.ehcache.index.RemovalCause;
import dev.yoil.ehcache.index.RemovalRequests;
import dev.yoil.ehcache.index.StoredEntry;
import dev.yoil.ehcache.inspect.KeyText;
import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.xml.DeclaredPlace;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a cache at one moment. Immutable, as far as keys are.
 *
 * @param policy when its entries expire
 * @param capacity how many entries it holds
 * @param place where the file declares it
 * @param now the moment, in milliseconds since the epoch
 * @param statistics what happened in it since the start
 * @param bypasses how many of the misses there were because it was asleep
 * @param missingCapacity how many more entries would have kept most of what was evicted
 * and asked for again; 0 if nothing was
 * @param removals what left it last, the latest first
 * @param oldestRead the greatest age at which one of its entries was last read, in
 * milliseconds; of some of the entries that are in it
 * @param keys keys of its callers
 */
record Evidence(CachePolicy policy, long capacity, DeclaredPlace place, long now, CacheStatistics statistics,
		long bypasses, long missingCapacity, List<Removal> removals, long oldestRead, Keys keys) {

	/** How many entries are looked at, so that looking costs the same in any cache. */
	private static final int ENTRIES = 1_000;

	/** Room for the other tenth would cost far more than the first nine. */
	private static final double KEPT = 0.9;

	/** As much of a key as is needed to tell how it is made. */
	private static final int SHOWN = 100;

	Evidence {
		removals = List.copyOf(removals);
	}

	/**
	 * Reads the entry index of a cache, which leaves no trace.
	 */
	static Evidence of(EhCacheCache cache, long now) {
		EntryIndex index = cache.index();
		List<Map.Entry<Object, StoredEntry>> entries = index.entriesAfter(0).limit(ENTRIES).toList();
		CacheStatistics statistics = cache.statistics();
		RemovalRequests requests = cache.removalRequests();
		return new Evidence(cache.declared().policy(), cache.declared().capacity(), cache.declared().place(), now,
				statistics, statistics.bypasses(), cache.evictedKeys().missingCapacity(KEPT), cache.removals(),
				entries.stream()
					.map(Map.Entry::getValue)
					.mapToLong((entry) -> entry.lastAccessedAt() - entry.createdAt())
					.max()
					.orElse(0),
				new Keys(entries.isEmpty() ? null : entries.get(0).getKey(), requests.lastUnmatched(),
						requests.readLater()));
	}

	/**
	 * Counts the misses while the cache was awake: asleep it cannot have anything.
	 */
	long misses() {
		return this.statistics.misses() - this.bypasses;
	}

	/**
	 * Tells the share of hits among what was asked for while the cache was awake.
	 */
	double hitRatio() {
		long asked = this.statistics.hits() + misses();
		return (asked > 0) ? (double) this.statistics.hits() / asked : 0;
	}

	/**
	 * Counts removals of a kind.
	 */
	long removed(Predicate<Removal> kind) {
		return this.removals.stream().filter(kind).count();
	}

	static double rounded(double number) {
		return Math.round(number * 1_000) / 1_000.0;
	}

	/**
	 * Turns a key into a text that fits into a sentence.
	 */
	static String text(Object key) {
		return ValueText.shortened(KeyText.of(key), SHOWN);
	}

	static boolean expired(Removal removal) {
		return removal.cause() == RemovalCause.EXPIRED_TTL || removal.cause() == RemovalCause.EXPIRED_TTI
				|| removal.cause() == RemovalCause.UNTIL;
	}

	/**
	 * The keys that callers of a cache use.
	 *
	 * @param present one that is in the cache; {@code null} if it is empty
	 * @param unmatched the last one to be evicted in vain; {@code null} if there was none
	 * @param readLater how many keys that were to be evicted in vain were read later
	 */
	record Keys(@Nullable Object present, @Nullable Object unmatched, long readLater) {
	}

}
