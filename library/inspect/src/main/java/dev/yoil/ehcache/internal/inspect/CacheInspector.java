package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;
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

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * Snapshots and searches of caches. They read the entry indexes and never Ehcache itself,
 * so they count no hit or miss, and prolong or remove no entry.
 * <p>
 * Thread-safe. The time and memory of a snapshot are proportional to the requested
 * entries. A search reads each entry once; its memory is proportional to the offset plus
 * the limit.
 */
public final class CacheInspector {

	private static final Comparator<Ranked> ORDER = Comparator.comparingLong(Ranked::rank)
		.thenComparingLong(Ranked::sequence);

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
		List<Map.Entry<Object, StoredEntry>> first = cache.unwrap(EntryIndex.class)
			.entriesAfter(after)
			.limit(limit + 1L)
			.toList();
		List<Map.Entry<Object, StoredEntry>> page = first.subList(0, Math.min(first.size(), limit));
		long last = page.isEmpty() ? after : page.get(page.size() - 1).getValue().sequence();
		String next = (first.size() > limit) ? Long.toString(last) : null;
		return new CacheSnapshot(PolicySnapshot.of(cache.declared()), cache.unwrap(EntryIndex.class).size(),
				cache.unwrap(EntryIndex.class).bytes(), cache.unwrap(LowerLevel.class).statistics(),
				new StatisticsSnapshot(cache.statistics(), log(cache).missesAfterEviction()), log(cache).loadTimes(),
				log(cache).lastFailedLoad(),
				page.stream()
					.map((held) -> entry(held.getKey(), held.getValue(), cache, text(held.getValue(), ValueText.SHOWN),
							null))
					.toList(),
				next, cache.bypassed());
	}

	/**
	 * {@return the figures of a cache to compare between instances}
	 * @param recent its activity in the last minute
	 */
	public CacheFigures figures(EhCacheCache cache, RecentActivity recent) {
		CacheStatistics statistics = cache.statistics();
		return new CacheFigures(cache.unwrap(EntryIndex.class).size(), cache.unwrap(EntryIndex.class).bytes(),
				cache.declared().capacity(), cache.declared().capacityBytes(), statistics.hits(), statistics.misses(),
				statistics.loads(), statistics.evictions(), recent.failedLoads(), recent.staleServed(),
				cache.bypassed(), cache.unwrap(LowerLevel.class).isAvailable());
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
		ToLongFunction<StoredEntry> rank = rank(sort, descending, cache.unwrap(EntryIndex.class));
		// The head is the entry to drop next.
		PriorityQueue<Ranked> kept = new PriorityQueue<>(ORDER.reversed());
		long[] counts = new long[2];
		cache.unwrap(EntryIndex.class).entriesAfter(0).forEach((held) -> {
			counts[0]++;
			if (search.isEmpty() || matches.test(KeyText.of(held.getKey()))) {
				counts[1]++;
				StoredEntry entry = held.getValue();
				kept.add(new Ranked(held.getKey(), entry, rank.applyAsLong(entry), entry.sequence()));
				if (kept.size() > offset + limit) {
					kept.remove();
				}
			}
		});
		return new EntryPage(counts[0], counts[1],
				kept.stream()
					.sorted(ORDER)
					.skip(offset)
					.map((ranked) -> entry(ranked.key(), ranked.entry(), cache, null, null))
					.toList());
	}

	/**
	 * Returns an entry with its value, up to {@link EntrySnapshot#SHOWN} characters, and
	 * its history.
	 * @param id the {@link EntrySnapshot#id()} as a number
	 * @return the entry; empty if it has left
	 */
	public Optional<EntrySnapshot> entry(EhCacheCache cache, long id) {
		return cache.unwrap(EntryIndex.class)
			.entry(id)
			.map((held) -> entry(held.getKey(), held.getValue(), cache, text(held.getValue(), EntrySnapshot.SHOWN),
					history(held.getKey(), cache)));
	}

	private static List<RemovalSnapshot> history(Object key, EhCacheCache cache) {
		ElapsedTime time = cache.unwrap(EntryIndex.class).time();
		EventLog log = log(cache);
		return log.removals().stream().filter((removal) -> removal.key().equals(key)).map((removal) -> {
			long createdAt = time.ofWall(removal.at() - removal.age());
			return RemovalSnapshot.of(removal, LoadSnapshot.of(log.origin(key, removal.version(), createdAt), time));
		}).toList();
	}

	/** Returns a rank that is smaller for earlier entries. */
	private ToLongFunction<StoredEntry> rank(EntrySort sort, boolean descending, EntryIndex index) {
		long sign = descending ? -1 : 1;
		return switch (sort) {
			case ENTERED -> (entry) -> sign * entry.sequence();
			case HITS -> (entry) -> sign * entry.hits();
			case AGE -> (entry) -> -sign * entry.createdAt();
			case ACCESSED -> (entry) -> sign * entry.lastAccessedAt();
			case TIME_LEFT -> (entry) -> {
				Expiry expiry = index.expiry(entry);
				return (expiry.by() != null) ? sign * expiry.at() : Long.MAX_VALUE;
			};
			case SIZE -> (entry) -> sign * size(entry);
		};
	}

	private EntrySnapshot entry(Object key, StoredEntry entry, EhCacheCache cache, @Nullable ValueText text,
			@Nullable List<RemovalSnapshot> history) {
		ElapsedTime time = cache.unwrap(EntryIndex.class).time();
		CachePolicy policy = cache.declared().policy();
		Expiry expiry = entry.expiry(policy, time);
		return new EntrySnapshot(Long.toString(entry.sequence()), KeyText.of(key), entry.version(), entry.hits(),
				shown(entry.createdAt(), time), shown(entry.lastAccessedAt(), time),
				(expiry.by() != null) ? shown(expiry.at(), time) : null, expiry.by(), expiry.passed(time.now()),
				(policy.staleIfError() != null) ? shown(policy.keptUntil(expiry, entry.end(time)), time) : null,
				size(entry), (text != null) ? KeyText.wellFormed(text.text()) : null,
				(text != null) ? text.length() : null, (text != null) ? text.details() : null,
				cache.declared().isTiered() ? cache.unwrap(LowerLevel.class).levelsOf(key) : null, (history != null)
						? LoadSnapshot.of(log(cache).origin(key, entry.version(), entry.createdAt()), time) : null,
				history);
	}

	private static EventLog log(EhCacheCache cache) {
		return cache.unwrap(EventLog.class);
	}

	private static Instant shown(long moment, ElapsedTime time) {
		return Instant.ofEpochMilli(time.toWall(moment));
	}

	/** Returns the size of a value, which is measured once. */
	private long size(StoredEntry entry) {
		return entry.size((value) -> first((renderer) -> renderer.size(unwrapped(value))));
	}

	private ValueText text(StoredEntry entry, int most) {
		return first((renderer) -> renderer.render(unwrapped(entry.value()), most));
	}

	private <T> T first(Function<ValueText.Renderer, @Nullable T> view) {
		return this.renderers.stream().map(view).filter(Objects::nonNull).findFirst().orElseThrow();
	}

	private static @Nullable Object unwrapped(Object value) {
		return (value instanceof NullValue) ? null : value;
	}

	/** An entry with its rank, which may have changed since. */
	private record Ranked(Object key, StoredEntry entry, long rank, long sequence) {
	}

}
