package dev.yoil.ehcache.internal.inspect;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots and searches of caches. They are built on {@link EhCacheCache#entries()}, so
 * they count no hit or miss, and prolong or remove no entry.
 * <p>
 * Thread-safe. The time and memory of a snapshot are proportional to the requested
 * entries. A search reads each entry once; its memory is proportional to the offset plus
 * the limit.
 */
public final class CacheInspector {

	private static final Comparator<Ranked> ORDER = Comparator.comparingLong(Ranked::rank)
		.thenComparingLong((ranked) -> ranked.entry().id());

	private final InspectedCaches caches;

	private final List<ValueText.Renderer> renderers;

	CacheInspector(InspectedCaches caches, List<ValueText.Renderer> renderers) {
		this.caches = caches;
		this.renderers = renderers;
	}

	/**
	 * Returns all caches by name, in the order of {@code ehcache.xml}.
	 * @param limit the maximum number of entries of each, from 0
	 */
	public Map<String, CacheSnapshot> all(int limit) {
		Map<String, CacheSnapshot> all = new LinkedHashMap<>();
		this.caches.byName().forEach((name, cache) -> all.put(name, one(cache, limit, null)));
		return all;
	}

	/**
	 * Returns a cache with a page of its entries.
	 * @param limit the maximum number of entries, from 0
	 * @param cursor the {@code nextCursor} of the previous page; {@code null} for the
	 * first
	 * @throws NumberFormatException if the cursor is invalid
	 */
	public CacheSnapshot one(EhCacheCache cache, int limit, @Nullable String cursor) {
		long after = (cursor != null) ? Long.parseUnsignedLong(cursor) : 0;
		// One more than the limit shows whether there is another page.
		List<CacheEntry> first = cache.entries(after).limit(limit + 1L).toList();
		List<CacheEntry> page = first.subList(0, Math.min(first.size(), limit));
		long last = page.isEmpty() ? after : page.get(page.size() - 1).id();
		String next = (first.size() > limit) ? Long.toString(last) : null;
		return new CacheSnapshot(PolicySnapshot.of(cache.declared()), cache.size(), cache.bytes(),
				cache.unwrap(LowerLevel.class).statistics(),
				new StatisticsSnapshot(cache.statistics(), log(cache).missesAfterEviction()), log(cache).loadTimes(),
				log(cache).lastFailedLoad(),
				page.stream().map((entry) -> shown(entry, cache, text(entry, ValueText.SHOWN), null)).toList(), next,
				cache.bypassed());
	}

	/**
	 * {@return the figures of a cache to compare between instances}
	 * @param recent its activity in the last minute
	 */
	public CacheFigures figures(EhCacheCache cache, RecentActivity recent) {
		CacheStatistics statistics = cache.statistics();
		return new CacheFigures(cache.size(), cache.bytes(), cache.declared().capacity(),
				cache.declared().capacityBytes(), statistics.hits(), statistics.misses(), statistics.loads(),
				statistics.evictions(), recent.failedLoads(), recent.staleServed(), cache.bypassed(),
				cache.unwrap(LowerLevel.class).isAvailable());
	}

	/**
	 * {@return the last removals from a cache, the latest first}
	 */
	public List<RemovalSnapshot> removals(EhCacheCache cache, int limit) {
		return log(cache).removals().stream().limit(limit).map(RemovalSnapshot::of).toList();
	}

	/**
	 * Searches the entries of a cache.
	 * @param search a part of the text of the key, in any case; empty for all entries
	 * @param sort the sort order
	 * @param descending whether the largest comes first
	 * @param offset the number of matches to skip, from 0
	 * @param limit the maximum number of entries, from 1
	 * @return the entries, without their values
	 */
	public EntryPage search(EhCacheCache cache, String search, EntrySort sort, boolean descending, int offset,
			int limit) {
		Predicate<String> matches = Pattern
			.compile(search, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
			.asPredicate();
		ToLongFunction<CacheEntry> rank = rank(sort, descending, cache);
		// The head is the entry to drop next.
		PriorityQueue<Ranked> kept = new PriorityQueue<>(ORDER.reversed());
		long[] counts = new long[2];
		cache.entries().forEach((entry) -> {
			counts[0]++;
			if (search.isEmpty() || matches.test(KeyText.of(entry.key()))) {
				counts[1]++;
				kept.add(new Ranked(entry, rank.applyAsLong(entry)));
				if (kept.size() > offset + limit) {
					kept.remove();
				}
			}
		});
		return new EntryPage(counts[0], counts[1],
				kept.stream()
					.sorted(ORDER)
					.skip(offset)
					.map((ranked) -> shown(ranked.entry(), cache, null, null))
					.toList());
	}

	/**
	 * Returns an entry with its value, up to {@link EntrySnapshot#SHOWN} characters, and
	 * its history.
	 * @param id the {@link EntrySnapshot#id()} as a number
	 * @return the entry; empty if it has left
	 */
	public Optional<EntrySnapshot> entry(EhCacheCache cache, long id) {
		return find(cache, id)
			.map((entry) -> shown(entry, cache, text(entry, EntrySnapshot.SHOWN), history(entry.key(), log(cache))));
	}

	/** Returns the entry with an id; empty if it has left. */
	static Optional<CacheEntry> find(EhCacheCache cache, long id) {
		return cache.entries(id - 1).findFirst().filter((entry) -> entry.id() == id);
	}

	private static List<RemovalSnapshot> history(Object key, EventLog log) {
		return log.removals()
			.stream()
			.filter((removal) -> removal.key().equals(key))
			.map((removal) -> RemovalSnapshot.of(removal,
					log.load(key, removal.version(), removal.at() - removal.age())))
			.toList();
	}

	/** Returns a rank that is smaller for earlier entries. */
	private ToLongFunction<CacheEntry> rank(EntrySort sort, boolean descending, EhCacheCache cache) {
		long sign = descending ? -1 : 1;
		return switch (sort) {
			case ENTERED -> (entry) -> sign * entry.id();
			case HITS -> (entry) -> sign * entry.hits();
			case AGE -> (entry) -> -sign * entry.createdAt().toEpochMilli();
			case ACCESSED -> (entry) -> sign * entry.lastAccessedAt().toEpochMilli();
			case TIME_LEFT ->
				(entry) -> (entry.expiresAt() != null) ? sign * entry.expiresAt().toEpochMilli() : Long.MAX_VALUE;
			case SIZE -> (entry) -> sign * size(entry, cache);
		};
	}

	private EntrySnapshot shown(CacheEntry entry, EhCacheCache cache, @Nullable ValueText text,
			@Nullable List<RemovalSnapshot> history) {
		return new EntrySnapshot(Long.toString(entry.id()), KeyText.of(entry.key()), entry.version(), entry.hits(),
				entry.createdAt(), entry.lastAccessedAt(), entry.expiresAt(), entry.expiresBy(), entry.expired(),
				entry.servableUntil(), size(entry, cache), (text != null) ? KeyText.wellFormed(text.text()) : null,
				(text != null) ? text.length() : null, (text != null) ? text.details() : null,
				cache.declared().isTiered() ? cache.unwrap(LowerLevel.class).levelsOf(entry.key()) : null,
				(history != null) ? log(cache).load(entry.key(), entry.version(), entry.createdAt().toEpochMilli())
						: null,
				history);
	}

	private static EventLog log(EhCacheCache cache) {
		return cache.unwrap(EventLog.class);
	}

	/** Returns the size of a value, which is measured once. */
	private long size(CacheEntry entry, EhCacheCache cache) {
		return cache.unwrap(EntryIndex.class)
			.size(entry.key(), entry.value(), (value) -> first((renderer) -> renderer.size(value)));
	}

	private ValueText text(CacheEntry entry, int most) {
		return first((renderer) -> renderer.render(entry.value(), most));
	}

	private <T> T first(Function<ValueText.Renderer, @Nullable T> view) {
		return this.renderers.stream().map(view).filter(Objects::nonNull).findFirst().orElseThrow();
	}

	private record Ranked(CacheEntry entry, long rank) {
	}

}
