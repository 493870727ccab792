package dev.yoil.ehcache.internal.tables;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.tables.TableMap.CacheTables;
import dev.yoil.ehcache.internal.tables.TableMap.TableUse;
import dev.yoil.ehcache.internal.tables.TableMap.TableWrite;
import dev.yoil.ehcache.spi.CacheValidity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches which caches read which tables and which code writes these tables, and finds
 * the writes after which nothing was evicted from a cache that had read the table.
 * <p>
 * A write is checked {@link #PATIENCE} after its commit, at most once per second for each
 * place. It is a finding if its {@linkplain UnitOfWork unit of work} has evicted nothing
 * from the cache, and entries from before the write are still there. Rows and columns are
 * not told apart.
 * <p>
 * Thread-safe. All tables of this class are bounded; what exceeds a bound is not watched,
 * or counted as unchecked.
 */
public final class TableWatch implements AutoCloseable {

	/** How long after a write its eviction may come. */
	public static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	/** Up to this time to live, values that are out of date for so long are meant. */
	private static final Duration BRIEF = Duration.ofMinutes(1);

	private static final int MOST_WAITING = 10_000;

	private static final int MOST_PLACES = 1_000;

	private static final int MOST_FINDINGS = 200;

	private static final int KEYS = 5;

	private static final Logger LOG = LoggerFactory.getLogger(TableWatch.class);

	private final Supplier<Stream<EhCacheCache>> caches;

	private final Clock clock;

	private final Supplier<@Nullable Object> request;

	private final ThreadLocal<UnitOfWork> ofThread = ThreadLocal.withInitial(() -> new UnitOfWork(false));

	private final Map<Object, UnitOfWork> ofRequests = Collections.synchronizedMap(new WeakHashMap<>());

	/**
	 * Evictions of threads that write nothing, such as that of a listener after a commit.
	 */
	private final UnitOfWork background = new UnitOfWork(false);

	private Map<TableReads, EhCacheCache> watched = Map.of();

	private boolean closed;

	/** The caches that read each table. */
	private final Map<String, Set<TableReads>> readers = new ConcurrentHashMap<>();

	private final Map<Place, TableWrite> places = new ConcurrentHashMap<>();

	/** Until when no further write of a place is checked. */
	private final Map<Place, Long> checkedUntil = new ConcurrentHashMap<>();

	private final Map<String, TableWrite> unknownWrites = new ConcurrentHashMap<>();

	private final BlockingQueue<Check> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

	private final LongAdder unchecked = new LongAdder();

	private final AtomicBoolean faulty = new AtomicBoolean();

	private final Map<List<Object>, ForgottenEviction> forgotten = new ConcurrentHashMap<>();

	/**
	 * Creates a watch.
	 * @param caches returns the caches to watch
	 * @param request returns the request of the calling thread; {@code null} for none
	 */
	public TableWatch(Supplier<Stream<EhCacheCache>> caches, Clock clock, Supplier<@Nullable Object> request) {
		this.caches = caches;
		this.clock = clock;
		this.request = request;
	}

	/**
	 * Checks the writes whose time has come, and begins to watch caches that are new.
	 * Call this every second.
	 */
	public synchronized void step() {
		if (this.closed) {
			return;
		}
		Map<TableReads, EhCacheCache> present = new HashMap<>();
		this.caches.get().forEach((cache) -> {
			TableReads reads = cache.unwrap(TableReads.class);
			reads.watchedBy(this);
			present.put(reads, cache);
		});
		this.watched = present;
		this.readers.values().forEach((reading) -> reading.retainAll(present.keySet()));
		check(this.clock.millis() - PATIENCE.toMillis());
	}

	/** Checks the writes that were committed until a time. */
	private void check(long due) {
		for (Check next = this.waiting.peek(); next != null && next.at() <= due; next = this.waiting.peek()) {
			check(this.waiting.remove());
		}
	}

	/** Checks the writes that wait, such as those of a test, and ends the watch. */
	@Override
	public synchronized void close() {
		this.closed = true;
		check(Long.MAX_VALUE);
		this.watched.keySet().forEach((reads) -> reads.watchedBy(null));
		this.watched = Map.of();
		this.readers.clear();
	}

	/** Returns the reads of the caches with a name, one of each manager. */
	Stream<TableReads> named(String cache) {
		return this.caches.get()
			.filter((each) -> each.getName().equals(cache))
			.map((each) -> each.unwrap(TableReads.class));
	}

	void reads(String table, TableReads cache) {
		this.readers.computeIfAbsent(table, (same) -> ConcurrentHashMap.newKeySet()).add(cache);
	}

	/**
	 * Returns a write that the calling thread has just executed.
	 * @return {@code null} if no cache reads one of the tables
	 */
	@Nullable Write written(Set<String> tables, String statement) {
		List<String> read = tables.stream().filter(this.readers::containsKey).toList();
		if (read.isEmpty()) {
			return null;
		}
		UnitOfWork unit = unit();
		long now = this.clock.millis();
		unit.writes(now);
		return new Write(read, statement, CallSite.ofCaller(), 1, now, unit);
	}

	/** Records a statement that may change any table. */
	void writtenUnknown(String statement) {
		List<String> places = CallSite.ofCaller();
		count(this.unknownWrites, places.get(0), places, statement, 1, this.clock.millis());
	}

	/**
	 * Counts writes of a place.
	 * @return whether there is room for the place
	 */
	private static <K> boolean count(Map<K, TableWrite> counted, K key, List<String> places, String statement,
			long times, long now) {
		if (!counted.containsKey(key) && counted.size() >= MOST_PLACES) {
			return false;
		}
		Instant at = Instant.ofEpochMilli(now);
		counted.compute(key,
				(same, before) -> ((before != null) ? before
						: new TableWrite(places.get(0), called(places), SqlText.shown(statement), 0, at))
					.again(times, at));
		return true;
	}

	/** Runs a task that must not fail a statement of the application. */
	void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException | Error ex) {
			unchecked();
			if (this.faulty.compareAndSet(false, true)) {
				LOG.warn("A statement cannot be watched; further failures are not logged", ex);
			}
		}
	}

	/** Counts a write that is not checked. */
	void unchecked() {
		this.unchecked.increment();
	}

	/** Has writes checked that were committed. */
	void committed(Collection<Write> writes) {
		long now = this.clock.millis();
		for (Write write : writes) {
			for (String table : write.tables()) {
				Place place = new Place(table, write.places());
				if (!count(this.places, place, place.places(), write.statement(), write.times(), now)
						|| (isDue(place, now) && !this.waiting.offer(new Check(place, write, now)))) {
					this.unchecked.increment();
				}
			}
		}
	}

	private boolean isDue(Place place, long now) {
		if (now < this.checkedUntil.getOrDefault(place, now)) {
			return false;
		}
		this.checkedUntil.put(place, now + PAUSE.toMillis());
		return true;
	}

	private static List<String> called(List<String> places) {
		return places.subList(1, places.size());
	}

	private UnitOfWork unit() {
		Object present = this.request.get();
		return (present == null) ? this.ofThread.get()
				: this.ofRequests.computeIfAbsent(present, (same) -> new UnitOfWork(true));
	}

	/** Records that the calling thread has evicted from a cache, or put a value. */
	void evicted(TableReads cache) {
		UnitOfWork unit = unit();
		long now = this.clock.millis();
		unit.evicts(cache, now);
		if (this.request.get() == null && !unit.isWriting(now)) {
			this.background.evicts(cache, now);
		}
	}

	void regionsChanged(Set<String> regions) {
		unit().changes(regions, this.clock.millis());
	}

	private void check(Check check) {
		for (TableReads reads : this.readers.getOrDefault(check.place().table(), Set.of())) {
			EhCacheCache cache = this.watched.get(reads);
			if (cache != null && !check.write().unit().hasEvicted(reads, check.write().at())
					&& !this.background.hasEvictedSince(reads, check.at())) {
				List<CacheEntry> left = left(check.write(), cache);
				if (!left.isEmpty()) {
					found(check, reads, cache, left);
				}
			}
		}
	}

	/** Returns the entries that a write has left in a cache. */
	private static List<CacheEntry> left(Write write, EhCacheCache cache) {
		CacheValidity validity = cache.unwrap(CacheValidity.class);
		return cache.entries()
			.filter((entry) -> entry.createdAt().toEpochMilli() < write.at() && !entry.expired())
			.filter((entry) -> !write.unit().hasChangedLike(validity.regions(entry.key()), write.at()))
			.limit(ForgottenEviction.MOST_ENTRIES)
			.toList();
	}

	private void found(Check check, TableReads reads, EhCacheCache cache, List<CacheEntry> left) {
		Write write = check.write();
		String table = check.place().table();
		List<Object> id = List.of(reads.cache(), check.place());
		if (!this.forgotten.containsKey(id) && this.forgotten.size() >= MOST_FINDINGS) {
			this.unchecked.increment();
			return;
		}
		Instant at = Instant.ofEpochMilli(write.at());
		ForgottenEviction found = new ForgottenEviction(reads.cache(), table, SqlText.shown(write.statement()),
				write.places().get(0), called(write.places()), reads.statement(table), 1, at, at, left.size(),
				left.stream().limit(KEYS).map((entry) -> KeyText.recorded(entry.key())).toList());
		if (this.forgotten.merge(id, found, ForgottenEviction::again).times() == 1 && !isBrief(cache)) {
			LOG.warn(
					"{} changes table {}, but evicts nothing from cache '{}', whose values were read from it. Entries "
							+ "from before the change are still cached, such as {}. Statement: {}",
					found.place(), table, found.cache(), found.keys().get(0), found.statement());
		}
	}

	/**
	 * {@return whether the values of a cache live so briefly that they need no eviction}
	 */
	public static boolean isBrief(EhCacheCache cache) {
		Duration ttl = cache.declared().policy().ttl();
		return ttl != null && ttl.compareTo(BRIEF) <= 0;
	}

	/**
	 * {@return the writes without an eviction from a cache, the latest first}
	 */
	public List<ForgottenEviction> forgotten(String cache) {
		return this.forgotten.values()
			.stream()
			.filter((each) -> each.cache().equals(cache))
			.sorted(Comparator.comparing(ForgottenEviction::lastAt).reversed())
			.toList();
	}

	/**
	 * {@return which caches read which tables, and who writes them}
	 */
	public TableMap map() {
		Map<String, CacheTables> byCache = new TreeMap<>();
		this.caches.get()
			.map((cache) -> cache.unwrap(TableReads.class))
			.forEach((reads) -> byCache.put(reads.cache(), reads.tables()));
		Map<String, TableUse> byTable = new TreeMap<>();
		this.readers.forEach((table, reading) -> byTable.put(table,
				new TableUse(reading.stream().map(TableReads::cache).sorted().toList(),
						this.places.entrySet()
							.stream()
							.filter((each) -> each.getKey().table().equals(table))
							.map(Map.Entry::getValue)
							.sorted(Comparator.comparing(TableWrite::place))
							.toList())));
		return new TableMap(true, byCache, byTable,
				this.unknownWrites.values().stream().sorted(Comparator.comparing(TableWrite::place)).toList(),
				this.unchecked.sum());
	}

	/** The mode of the watch. */
	public enum Mode {

		/** Nothing. */
		OFF,

		/** The tables that caches read, and their writes. */
		WATCH

	}

	/**
	 * Writes of a place.
	 *
	 * @param tables the tables that caches read
	 * @param times how many there are
	 * @param at when the latest was executed, in milliseconds since the epoch
	 */
	record Write(List<String> tables, String statement, List<String> places, long times, long at, UnitOfWork unit) {

		/** Returns this with one more write. */
		Write again(Write latest) {
			return new Write(this.tables, latest.statement, this.places, this.times + 1, latest.at, this.unit);
		}

	}

	private record Place(String table, List<String> places) {
	}

	/**
	 * A write to be checked.
	 *
	 * @param at when it was committed
	 */
	private record Check(Place place, Write write, long at) {
	}

}
