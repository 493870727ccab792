package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.failure.KnownFailures;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.HitSampler;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.ehcache.xml.DeclaredCache;
import io.micrometer.observation.ObservationRegistry;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spring cache over one native Ehcache cache. Keys are compared with {@code equals} and
 * must not be {@code null}; values may be {@code null}.
 * <p>
 * Thread-safe. Concurrent callers with a loader share one load per key, and get its value
 * or its exception. A load blocks no other key and no write. A write voids the loads of
 * its key that began before it. See docs/library/guarantees.md for the details.
 */
public final class EhCacheCache extends TypedCache {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCache.class);

	private volatile DeclaredCache declared;

	private final EntryStore store;

	private final EntryIndex index;

	private final CacheCounters counters;

	private final Validity manager;

	private final CacheValidity validity;

	private final InFlightLoads inFlight;

	private final LoadRunner runner;

	private final LoadCoordinator loads;

	private final CacheWrites writes;

	private final CacheListeners listeners;

	private final CacheThreads threads;

	/** Tells whether the value of a hit is also loaded again; null if none ever is. */
	private volatile @Nullable Predicate<StoredEntry> due;

	private volatile HitSampler sampler = HitSampler.NONE;

	EhCacheCache(DeclaredCache declared, EntryStore store, CacheThreads threads, Validity manager,
			CacheValidity validity, ObservationRegistry observations, CacheListeners listeners,
			KnownFailures failures) {
		this.listeners = listeners;
		this.threads = threads;
		this.manager = manager;
		this.validity = validity;
		this.inFlight = new InFlightLoads(manager);
		this.declared = declared;
		this.store = store;
		this.index = store.index();
		this.counters = this.index.counters();
		this.runner = new LoadRunner(declared.name(), observations, this.validity, this.inFlight, store, threads,
				CacheLookup.MISSES, failures);
		this.loads = new LoadCoordinator(this.inFlight, this.runner, store, threads);
		this.writes = new CacheWrites(declared.name(), manager,
				this.validity.gate(() -> this.declared.isTiered() || this.runner.level() != LowerLevel.NONE),
				new LocalWrites(store, this.inFlight, this.validity), store, this.runner);
		sampleHits(HitSampler.NONE);
	}

	/**
	 * Returns the cache behind a cache that callers use.
	 * @param cache a cache of an {@link EhCacheCacheManager}, or a wrapper that delegates
	 * {@link org.springframework.cache.Cache#getNativeCache()}
	 * @throws IllegalArgumentException if it is another cache
	 */
	public static EhCacheCache of(org.springframework.cache.Cache cache) {
		return TypedCache.of(cache).unwrap(EhCacheCache.class);
	}

	/**
	 * {@return the declaration in effect}
	 */
	@Override
	public DeclaredCache declared() {
		return this.declared;
	}

	/** Changes policy and capacity. For one thread at a time. */
	void apply(DeclaredCache next) {
		this.store.apply(this.declared, next);
		this.declared = next;
		sampleHits(this.sampler);
	}

	/**
	 * Returns the Ehcache cache. Its keys and values are wrapped in internal types, and
	 * direct reads are not counted as hits.
	 */
	@Override
	public Cache<?, ?> getNativeCache() {
		return this.store.entries();
	}

	/**
	 * {@return the counts so far; operations in progress may be in only some of them}
	 */
	public CacheStatistics statistics() {
		return this.counters.statistics();
	}

	/**
	 * Returns an object behind this cache: the native cache, or a listener to events such
	 * as {@code dev.yoil.ehcache.inspect.RecordedEvents}. Objects of other types are
	 * internal to the library.
	 * @throws IllegalArgumentException if no object has the type
	 */
	@Override
	public <T> T unwrap(Class<T> type) {
		for (Object part : List.of(this, this.store.entries(), this.writes, this.index, this.validity, this.manager,
				this.runner.level())) {
			if (type.isInstance(part)) {
				return type.cast(part);
			}
		}
		return this.listeners.find(type)
			.orElseThrow(() -> new IllegalArgumentException("Cache '" + getName() + "' has no object of type "
					+ type.getName() + ". Put the module with this type on the class path. If its classes were"
					+ " copied into another jar, merge META-INF/services/" + CacheListenerFactory.class.getName()
					+ " too."));
	}

	/**
	 * Returns the entries on the heap of this instance, in the order in which their keys
	 * entered. Reading them has no effect: it counts no hit, prolongs no idle time,
	 * changes no eviction, loads and removes nothing.
	 * <p>
	 * Each entry is copied when the stream gets to it, so the whole is no snapshot. No
	 * key appears twice. An entry that is present from the call to the end appears;
	 * entries that come or go in between may. Expired entries appear until they are
	 * removed, see {@link CacheEntry#expired()}. Entries of a changed region do not, nor
	 * do writes of a transaction before its commit.
	 * <p>
	 * Takes time in proportion to the entries that are read from the stream, so limit it
	 * if the cache may be large. Takes no lock.
	 * @return entries, to be read by one thread
	 */
	public Stream<CacheEntry> entries() {
		return entries(0);
	}

	/**
	 * Returns the {@link #entries()} behind another, such as the last one of a page.
	 * @param id the {@link CacheEntry#id()} behind which to begin, also that of an entry
	 * that has left; 0 for the beginning
	 */
	public Stream<CacheEntry> entries(long id) {
		return this.index.entriesAfter(id).map((held) -> CacheEntry.of(held.getValue(), this.index));
	}

	/**
	 * {@return the number of entries on the heap of this instance, including expired ones
	 * that are not removed yet}
	 */
	public long size() {
		return this.index.size();
	}

	/**
	 * {@return the estimated bytes of these entries; {@code null} if the heap is counted
	 * in entries}
	 */
	public @Nullable Long bytes() {
		return this.index.bytes();
	}

	/**
	 * {@return whether changes are announced to other instances}
	 */
	public boolean isShared() {
		return this.manager.isShared();
	}

	/**
	 * {@return whether notifications of other instances arrive, as far as is known}
	 */
	public boolean isNotified() {
		return this.manager.isNotified();
	}

	/**
	 * Returns the bypass in effect. A bypassed cache serves and stores nothing: every
	 * lookup is a miss. Concurrent callers still share one load per key.
	 * @return {@code null} if the cache is not bypassed
	 */
	public @Nullable Bypass bypassed() {
		return this.store.bypassed();
	}

	/**
	 * Has hits of callers with a loader sampled, instead of by the sampler before.
	 */
	public synchronized void sampleHits(HitSampler next) {
		this.sampler = next;
		Predicate<StoredEntry> refreshed = (this.store.policy().refreshAfter() != null) ? this.store::isDueForRefresh
				: null;
		this.due = (next != HitSampler.NONE) ? (entry) -> next.isDue() || this.store.isDueForRefresh(entry) : refreshed;
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		requireType(key);
		StoredEntry entry = this.store.findGood(key);
		if (entry == null) {
			missed(key);
			return null;
		}
		this.counters.hit(entry);
		CacheLookup.note(this, key, Result.HIT);
		return entry.value();
	}

	/**
	 * Returns a value that can be served without a load, fresh or stale, and counts it.
	 * @param type the required type of the value
	 * @return {@code null}, with nothing counted, if there is no such value or if its
	 * refresh is due: then call {@link #get(Object, Callable)}
	 */
	public @Nullable CachedValue getServable(Object key, Class<?> type) {
		Servable found = servable(key);
		if (found == null || found.due() || !type.isInstance(found.entry().value())) {
			return null;
		}
		found.count(this.counters);
		return value(found.entry(), found.stale());
	}

	/**
	 * {@return the value of a key even if it has expired, without counting an access;
	 * {@code null} if there is none}
	 */
	public @Nullable CachedValue peek(Object key) {
		boolean valid = this.store.isValid();
		StoredEntry entry = this.store.peek(key);
		return (entry != null) ? value(entry, !valid || this.store.isExpired(entry)) : null;
	}

	private CachedValue value(StoredEntry entry, boolean stale) {
		return new CachedValue(entry.value(), stale ? this.store.timeLeftStale(entry) : this.store.timeLeft(entry),
				stale);
	}

	/**
	 * {@inheritDoc}
	 * @throws ValueRetrievalException if the loader fails (all waiting callers get it),
	 * or if the calling thread is interrupted while it waits
	 * @throws LoadTimeoutException if another caller's load exceeds the load timeout of
	 * the policy
	 * @throws IllegalStateException if the loader asks for the key that it is loading
	 */
	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		Object value = present(key, valueLoader);
		return typed((value != null) ? value : load(key, valueLoader));
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Object value = present(key, () -> valueLoader.get().get());
		return (value != null) ? CompletableFuture.completedFuture(typed(value)) : start(key, valueLoader);
	}

	<T> CompletableFuture<T> start(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		counted(key);
		// The future may end in another thread.
		boolean distrusted = isDistrusted();
		return this.loads.start(key, () -> valueLoader.get().thenApply(this::toStoreValue))
			.thenCompose((outcome) -> permitted(key, outcome, distrusted).future())
			.thenApply((outcome) -> {
				if (outcome.stale()) {
					this.counters.servedStale();
				}
				return typed(outcome.value());
			});
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		requireType(key);
		PlainLoad load = PlainLoad.take(this, key);
		if (load != null) {
			load.store().accept(toStoreValue(value));
		}
		else {
			this.writes.put(key, toStoreValue(value));
		}
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		requireType(key);
		return toValueWrapper(this.writes.putIfAbsent(key, toStoreValue(value)));
	}

	@Override
	public boolean evictIfPresent(Object key) {
		requireType(key);
		return this.writes.evict(key);
	}

	@Override
	public boolean invalidate() {
		return this.writes.clear() > 0;
	}

	/**
	 * Removes the entries that a change of regions has killed.
	 */
	void removeDead(Change change) {
		try {
			if (this.validity.isAll(change)) {
				this.store.clear(RemovalCause.CLEARED, null);
			}
			this.index.listener().regionsChanged(change.regions());
			change.cells().forEach(this.store::removeDead);
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to remove the entries of the changed regions {}; they are not served",
					getName(), change.regions(), ex);
		}
	}

	EntryIndex index() {
		return this.index;
	}

	EntryStore store() {
		return this.store;
	}

	CacheWrites writes() {
		return this.writes;
	}

	<K> BulkLoad<K> bulkLoad(BulkLoad.Source<K> source) {
		return new BulkLoad<>(this.loads, this.runner, this.inFlight, source);
	}

	LoadObservation observe(Object key) {
		return this.runner.observe(key, false);
	}

	@Override
	PlainLoad beginLoad(Object key) {
		return new PlainLoad(this, key, this.writes.beginLoad(key, observe(key)));
	}

	CacheCounters counters() {
		return this.counters;
	}

	/**
	 * Returns a value that can be served without a load, or {@code null}. Queues a
	 * refresh if one is due, unless the hit is a sample.
	 */
	@Nullable Object present(Object key, Callable<?> valueLoader) {
		Servable found = servable(key);
		if (found == null) {
			return null;
		}
		if (found.due()) {
			Callable<Object> source = () -> toStoreValue(valueLoader.call());
			if (!this.sampler.isTaken(key, source, this.threads::context)) {
				this.loads.refresh(key, source, found.entry());
			}
		}
		found.count(this.counters);
		CacheLookup.note(this, key, found.stale() ? Result.STALE : Result.HIT);
		return found.entry().value();
	}

	/**
	 * Finds an entry to serve, which counts as access. A stale value is served if its
	 * load has failed, other than with an {@link Error}, or while a refresh is running.
	 * It is not served because a refresh is queued: the queue may be long, and the source
	 * works. A thread that distrusts caches gets no stale value.
	 */
	private @Nullable Servable servable(Object key) {
		requireType(key);
		boolean valid = this.store.isValid();
		int stamp = this.store.stamp();
		StoredEntry entry = this.store.find(key, stamp);
		if (entry == null) {
			return null;
		}
		if (valid && !this.store.isStale(entry, stamp)) {
			return new Servable(entry, false, isDue(key, entry));
		}
		if (!this.store.mayServeStale(entry) || isDistrusted()) {
			return null;
		}
		Load refresh = valid ? this.inFlight.refresh(key) : null;
		return (entry.retryAt() != 0 || (refresh != null && !refresh.isQueued()))
				? new Servable(entry, true, refresh == null && this.store.isDueForRetry(entry)) : null;
	}

	private boolean isDue(Object key, StoredEntry entry) {
		Predicate<StoredEntry> present = this.due;
		return present != null && present.test(entry) && this.inFlight.refresh(key) == null;
	}

	/**
	 * Returns the stale value to serve after a load for one transaction failed, or
	 * {@code null}.
	 * @param lease the lease of that load
	 * @param gone whether the load found that the value is gone. It stays in the cache,
	 * because the load may depend on uncommitted rows
	 */
	@Nullable Object staleAfter(Object key, Lease lease, Throwable failure, boolean gone) {
		if (gone || lease.isVoid() || isDistrusted()) {
			return null;
		}
		Outcome outcome = this.runner.failed(key, Outcome.failed(failure), lease, false);
		if (outcome.stale()) {
			servedStale(key);
		}
		return outcome.value();
	}

	/**
	 * {@return whether a failed load means that its value no longer exists}
	 */
	boolean isGone(Throwable failure) {
		return this.runner.isGone(Outcome.failed(failure));
	}

	/**
	 * {@return whether the client of the calling thread must get no stale value, because
	 * it has seen a newer one}
	 */
	boolean isDistrusted() {
		return this.store.isDistrusted();
	}

	/**
	 * {@return the outcome of a load for one caller}
	 * @param distrusted whether the caller must get no stale value
	 * @throws LoadTimeoutException if the load took too long
	 */
	Outcome permitted(Object key, Outcome outcome, boolean distrusted) {
		if (outcome.isLate()) {
			throw timedOut(key);
		}
		return distrusted ? outcome.withoutStale(() -> timedOut(key)) : outcome;
	}

	private LoadTimeoutException timedOut(Object key) {
		return new LoadTimeoutException(getName(), key, this.store.policy().loadTimeout());
	}

	void servedStale(Object key) {
		CacheLookup.note(this, key, Result.STALE);
		this.counters.servedStale();
	}

	void missed(Object key) {
		CacheLookup.note(this, key, counted(key));
	}

	private Result counted(Object key) {
		if (bypassed() == null) {
			this.counters.miss();
			this.index.listener().missed(key);
			return Result.MISS;
		}
		this.counters.bypass();
		return Result.BYPASS;
	}

	Object load(Object key, Callable<?> valueLoader) {
		missed(key);
		try {
			Outcome outcome = permitted(key, this.loads.load(key, () -> toStoreValue(valueLoader.call())),
					isDistrusted());
			if (outcome.stale()) {
				servedStale(key);
			}
			if (outcome.value() == null) {
				throw new ValueRetrievalException(key, valueLoader, outcome.thrown());
			}
			return outcome.value();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			// Unchecked, because the annotated method may declare no exception.
			throw new ValueRetrievalException(key, valueLoader,
					new IllegalStateException("Interrupted while waiting for another thread to load the value", ex));
		}
	}

	/**
	 * An entry whose value can be served without waiting for a load.
	 *
	 * @param entry the entry
	 * @param stale whether the entry is past its time or may have changed
	 * @param due whether the value should be refreshed now, and no refresh is queued
	 */
	private record Servable(StoredEntry entry, boolean stale, boolean due) {

		void count(CacheCounters counters) {
			if (this.stale) {
				counters.staleMiss();
			}
			else {
				counters.hit(this.entry);
			}
		}

	}

}
