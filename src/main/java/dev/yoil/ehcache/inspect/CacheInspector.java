package dev.yoil.ehcache.inspect;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.yoil.ehcache.Bypass;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of caches. It only reads their entry indexes, never Ehcache itself, so
 * looking counts no hit and no miss, prolongs no entry and drops none.
 * <p>
 * Thread-safe. A snapshot of a cache takes time and memory in proportion to the entries
 * asked for, however many the cache holds.
 */
public final class CacheInspector {

	private final List<EhCacheCacheManager> managers;

	private final EntryViews views;

	/**
	 * Creates an inspector.
	 * @param managers whose caches to look into; none when caching is switched off
	 * @param clock tells which entries are expired: the managers' own
	 * @param renderer turns values into text
	 */
	public CacheInspector(List<EhCacheCacheManager> managers, Clock clock, ValueText.Renderer renderer) {
		this.managers = List.copyOf(managers);
		this.views = new EntryViews(clock, renderer);
	}

	/**
	 * Returns the names of all caches.
	 * @return the names in the order of {@code ehcache.xml}
	 */
	public List<String> names() {
		return caches().stream().map(EhCacheCache::getName).toList();
	}

	/**
	 * Looks into all caches.
	 * @param limit how many entries to show of each at most, from 0
	 * @return the caches by name, in the order of {@code ehcache.xml}
	 */
	public Map<String, CacheSnapshot> all(int limit) {
		Map<String, CacheSnapshot> all = new LinkedHashMap<>();
		caches().forEach((cache) -> all.put(cache.getName(), snapshot(cache, limit, 0)));
		return all;
	}

	/**
	 * Looks into one cache.
	 * @param name its name
	 * @param limit how many entries to show at most, from 0
	 * @param cursor where they begin: a snapshot's {@code nextCursor}; {@code null} for
	 * the beginning
	 * @return the cache, empty if there is none of that name
	 * @throws NumberFormatException if the cursor is none that a snapshot gave
	 */
	public Optional<CacheSnapshot> one(String name, int limit, @Nullable String cursor) {
		long after = (cursor != null) ? Long.parseUnsignedLong(cursor) : 0;
		return find(name).map((cache) -> snapshot(cache, limit, after));
	}

	/**
	 * Tells what left a cache last.
	 * @param name its name
	 * @param limit how many departures to tell at most
	 * @return the departures, the latest first; empty if there is no cache of that name
	 */
	public Optional<List<DepartureSnapshot>> departures(String name, int limit) {
		return find(name).map((cache) -> cache.removals().stream().limit(limit).map(DepartureSnapshot::of).toList());
	}

	private Optional<EhCacheCache> find(String name) {
		return caches().stream().filter((cache) -> cache.getName().equals(name)).findFirst();
	}

	private List<EhCacheCache> caches() {
		return this.managers.stream().flatMap((manager) -> manager.caches().stream()).toList();
	}

	private CacheSnapshot snapshot(EhCacheCache cache, int limit, long after) {
		EntryIndex index = cache.index();
		// One more than asked for tells whether there are more.
		List<Map.Entry<Object, StoredEntry>> first = index.entriesAfter(after).limit(limit + 1L).toList();
		List<Map.Entry<Object, StoredEntry>> page = first.subList(0, Math.min(first.size(), limit));
		long last = page.isEmpty() ? after : page.get(page.size() - 1).getValue().sequence();
		String next = (first.size() > limit) ? Long.toString(last) : null;
		Bypass bypass = cache.bypassed();
		return new CacheSnapshot(PolicySnapshot.of(cache.declared()), index.size(),
				StatisticsSnapshot.of(cache.statistics()),
				page.stream().map((held) -> this.views.snapshot(held.getKey(), held.getValue(), cache)).toList(), next,
				(bypass != null) ? AsleepSnapshot.of(bypass) : null);
	}

}
