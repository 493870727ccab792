package dev.yoil.ehcache.test;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.inspect.EventLog;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The activity of one cache since a moment. Reading it leaves no trace in the cache.
 *
 * @param cache the cache
 * @param index the index of its entries
 * @param before the entries at that moment
 * @param statistics the counts at that moment; {@code null} if it is the creation of the
 * cache
 * @param mark the end of the log of removals at that moment
 */
record Recorded(EhCacheCache cache, EntryIndex index, Set<StoredEntry> before, @Nullable CacheStatistics statistics,
		EventLog.Mark mark) {

	private static final Set<RemovalCause> BY_WRITES = Set.of(RemovalCause.REMOVED, RemovalCause.CLEARED);

	/** Begins to record now. */
	static Recorded from(EhCacheCache cache) {
		EntryIndex index = cache.unwrap(EntryIndex.class);
		return new Recorded(cache, index, new LinkedHashSet<>(entries(index)), cache.statistics(),
				cache.unwrap(EventLog.class).mark());
	}

	/** Records since the creation of a cache that was created after the test began. */
	static Recorded all(EhCacheCache created) {
		return new Recorded(created, created.unwrap(EntryIndex.class), Set.of(), null, EventLog.START);
	}

	private static List<StoredEntry> entries(EntryIndex index) {
		return index.entriesAfter(0).map(Map.Entry::getValue).toList();
	}

	/** Returns the increase of a count. */
	long count(ToLongFunction<CacheStatistics> count) {
		long before = (this.statistics != null) ? count.applyAsLong(this.statistics) : 0;
		return count.applyAsLong(this.cache.statistics()) - before;
	}

	List<Removal> removals() {
		return this.cache.unwrap(EventLog.class).removalsSince(this.mark);
	}

	/** Returns the number of values of a key that were stored. */
	long stored(Object key) {
		long present = (this.index.find(key) != null) ? 1 : 0;
		return present + removals().stream().filter((removal) -> removal.key().equals(key)).count();
	}

	/** Returns the keys of all entries that have not expired. */
	Set<Object> keys() {
		return this.cache.entries()
			.filter((entry) -> !entry.expired())
			.map(CacheEntry::key)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/** Returns the keys of the entries that writes have removed. */
	Set<Object> evicted() {
		Set<Object> evicted = new LinkedHashSet<>();
		Set<Object> logged = new LinkedHashSet<>();
		removals().forEach((removal) -> {
			logged.add(removal.key());
			if (BY_WRITES.contains(removal.cause())) {
				evicted.add(removal.key());
			}
		});
		// The log is limited, and many dead entries are removed in the background.
		for (StoredEntry entry : this.before) {
			if (!logged.contains(entry.key()) && (entry.isDead() || this.index.find(entry.key()) != entry)) {
				evicted.add(entry.key());
			}
		}
		return evicted;
	}

	/** Describes the activity and the present entries. */
	String describe(String title, Function<Object, String> text) {
		List<String> removed = removals().stream()
			.map((removal) -> text.apply(removal.key()) + " " + removal.cause())
			.toList();
		return "%n%s: %d loads (%d failed), %d values stored, %d hits, %d misses%nRemovals: %s%nPresent keys: %s"
			.formatted(title, count(CacheStatistics::loads), count(CacheStatistics::failedLoads),
					count(CacheStatistics::puts), count(CacheStatistics::hits), count(CacheStatistics::misses),
					removed.isEmpty() ? "none" : String.join(", ", removed), text.apply(keys()));
	}

}
