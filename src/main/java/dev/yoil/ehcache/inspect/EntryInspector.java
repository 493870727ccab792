package dev.yoil.ehcache.inspect;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.StoredEntry;
import dev.yoil.ehcache.policy.Expiry;

/**
 * Seeks and sorts the entries of caches, and tells everything about one. As
 * {@link CacheInspector}, it only reads entry indexes: looking leaves no trace.
 * <p>
 * Thread-safe. A search looks at each entry once and takes memory in proportion to the
 * place of the last entry shown. The values of entries that are not shown are only looked
 * at to sort them by size, each once in its life.
 */
public final class EntryInspector {

	private final List<EhCacheCacheManager> managers;

	private final EntryViews views;

	/**
	 * Creates an inspector.
	 * @param managers whose caches to look into; none when caching is switched off
	 * @param clock tells which entries are expired: the managers' own
	 * @param renderer turns values into text
	 */
	public EntryInspector(List<EhCacheCacheManager> managers, Clock clock, ValueText.Renderer renderer) {
		this.managers = List.copyOf(managers);
		this.views = new EntryViews(clock, renderer);
	}

	/**
	 * Seeks entries of a cache.
	 * @param name the name of the cache
	 * @param query which entries
	 * @return the entries; empty if there is no cache of that name
	 */
	public Optional<EntryPage> search(String name, EntryQuery query) {
		return find(name).map((cache) -> search(cache, query));
	}

	/**
	 * Tells everything about one entry.
	 * @param name the name of the cache
	 * @param id the entry's {@link EntrySummary#id()} as a number
	 * @return the entry; empty if it is gone, or there is no cache of that name
	 */
	public Optional<EntryDetails> one(String name, long id) {
		return find(name).flatMap((cache) -> cache.index()
			.entriesAfter(id - 1)
			.limit(1)
			.filter((held) -> held.getValue().sequence() == id)
			.findFirst()
			.map((held) -> this.views.details(held.getKey(), held.getValue(), cache)));
	}

	private Optional<EhCacheCache> find(String name) {
		return this.managers.stream()
			.flatMap((manager) -> manager.caches().stream())
			.filter((cache) -> cache.getName().equals(name))
			.findFirst();
	}

	private EntryPage search(EhCacheCache cache, EntryQuery query) {
		EntrySelection selection = new EntrySelection(new KeySearch(query.search()), rank(query, cache.index()),
				query.offset() + query.limit());
		cache.index().entriesAfter(0).forEach((held) -> selection.offer(held.getKey(), held.getValue()));
		return new EntryPage(selection.offered(), selection.matched(),
				selection.from(query.offset())
					.stream()
					.map((chosen) -> this.views.summary(chosen.key(), chosen.entry(), cache))
					.toList());
	}

	/**
	 * Gives what is the smaller the earlier an entry comes.
	 */
	private ToLongFunction<StoredEntry> rank(EntryQuery query, EntryIndex index) {
		long sign = query.descending() ? -1 : 1;
		return switch (query.sort()) {
			case ENTERED -> (entry) -> sign * entry.sequence();
			case HITS -> (entry) -> sign * entry.hits();
			case AGE -> (entry) -> -sign * entry.createdAt();
			case ACCESSED -> (entry) -> sign * entry.lastAccessedAt();
			case TIME_LEFT -> (entry) -> {
				Expiry expiry = index.expiry(entry);
				return (expiry.by() != null) ? sign * expiry.at() : Long.MAX_VALUE;
			};
			case SIZE -> (entry) -> sign * this.views.size(entry);
		};
	}

}
