package dev.yoil.ehcache;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.OperatorActions;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.SimpleValueWrapper;

/**
 * Spring's view of one native Ehcache cache. Keys are compared with {@code equals} and
 * must not be {@code null}; values may be.
 * <p>
 * Thread-safe. However many callers ask for a missing key with a loader, it is loaded
 * once, and its value or its exception, unless its thread was interrupted, is shared by
 * all who wait; a load blocks no other key and no write; and a write voids a load that
 * began before it. docs/guarantees.md states all of it and what holds it.
 */
public final class EhCacheCache extends TypedCache {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCache.class);

	private final DeclaredCache declared;

	private final EntryStore store;

	private final EntryIndex index;

	private final Freshness freshness;

	private final CacheCounters counters;

	private final Regions regions;

	private final KeyRegions keyRegions;

	private final InFlightLoads inFlight;

	private final TierLoads tier;

	private final LoadCompletion completion;

	private final LoadCoordinator loads;

	private final CacheWrites writes;

	EhCacheCache(DeclaredCache declared, EntryStore store, EntryIndex index, Freshness freshness, Executor refreshes,
			Regions regions) {
		super(declared);
		this.regions = regions;
		this.keyRegions = new KeyRegions(declared.name(), declared.region(), regions);
		this.inFlight = new InFlightLoads(regions, this.keyRegions);
		this.declared = declared;
		this.store = store;
		this.index = index;
		this.freshness = freshness;
		this.counters = index.counters();
		this.tier = new TierLoads(declared.name(), this.keyRegions, regions, store, freshness, this.counters);
		this.completion = new LoadCompletion(declared.name(), store, freshness, this.counters, this.tier);
		this.loads = new LoadCoordinator(this.inFlight, this.completion, this.tier, declared.policy().loadTimeout(),
				refreshes);
		this.writes = new CacheWrites(store, index, freshness, this.inFlight, this.keyRegions);
	}

	@Override
	public String getName() {
		return this.declared.name();
	}

	/**
	 * {@return what the configuration file declares of this cache}
	 */
	public DeclaredCache declared() {
		return this.declared;
	}

	/**
	 * Returns the Ehcache cache. Its keys and values are of the library's own form,
	 * around those of callers; what is read from it directly is not counted as a hit.
	 */
	@Override
	public Cache<?, ?> getNativeCache() {
		return this.store.entries();
	}

	/**
	 * {@return the counts so far, which may be a few operations apart while it is used}
	 */
	public CacheStatistics statistics() {
		return this.counters.statistics();
	}

	/**
	 * {@return the last entries that left, the latest first, a thousand at most}
	 */
	public List<Removal> removals() {
		return this.index.removals().latest(this.index.time());
	}

	/**
	 * {@return whether there are other instances to tell of changes}
	 */
	public boolean isShared() {
		return this.regions.isShared();
	}

	/**
	 * {@return whether it hears of changes on other instances, as far as is known}
	 */
	public boolean isNotified() {
		return this.regions.isNotified();
	}

	/**
	 * Tells whether the cache is bypassed: then it serves nothing and stores nothing,
	 * every lookup is a miss, and values are loaded each time, one load per key as ever.
	 * @return since when and by whom; {@code null} if it is not
	 */
	public @Nullable Bypass bypassed() {
		return this.store.bypassed();
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
	 * Finds a value that can be handed to a caller as it is, and counts the hit; or one
	 * that is stale and to be served, and counts that.
	 * @param type what the value has to be
	 * @return the value; {@code null} if there is none of that type to be served, or if
	 * it should be loaded again now and nobody does: then nothing is counted, and it is
	 * for {@link #get(Object, Callable)} to go on
	 */
	public @Nullable CachedValue hit(Object key, Class<?> type) {
		Servable found = servable(key);
		if (found == null || found.due() || !type.isInstance(found.entry().value())) {
			return null;
		}
		found.count(this.counters);
		return new CachedValue(found.entry().value(), this.freshness.timeLeft(found.entry()), found.stale());
	}

	/**
	 * {@return what is under a key, whether its time is over or not, without counting as
	 * access; {@code null} if there is nothing}
	 */
	public @Nullable CachedValue peek(Object key) {
		StoredEntry entry = this.store.peek(key);
		return (entry != null) ? new CachedValue(entry.value(), this.freshness.timeLeft(entry), false) : null;
	}

	/**
	 * {@inheritDoc}
	 * @throws ValueRetrievalException if the loader fails, for all who waited for it, or
	 * if the caller is interrupted while it waits
	 * @throws LoadTimeoutException if another caller's load takes longer than the policy
	 * lets this one wait
	 * @throws IllegalStateException if the loader asks for the very key it is loading
	 */
	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		Object value = present(key, valueLoader);
		return typed((value != null) ? value : load(key, valueLoader));
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Object value = present(key, () -> valueLoader.get().get());
		if (value != null) {
			return CompletableFuture.completedFuture(typed(value));
		}
		return start(key, valueLoader);
	}

	<T> CompletableFuture<T> start(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		counted(key);
		return this.loads.start(key, () -> valueLoader.get().thenApply(this::toStoreValue)).thenApply((outcome) -> {
			if (outcome.stale()) {
				this.counters.servedStale();
			}
			return typed(outcome.value());
		});
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		requireType(key);
		if (!DecoratedLoad.take(this, key, value)) {
			announce(key, () -> this.writes.put(key, toStoreValue(value)));
		}
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		requireType(key);
		StoredEntry present = this.writes.putIfAbsent(key, toStoreValue(value));
		if (present == null) {
			return null;
		}
		this.counters.hit(present);
		return new SimpleValueWrapper(fromStoreValue(present.value()));
	}

	@Override
	public boolean evictIfPresent(Object key) {
		requireType(key);
		return announce(key, () -> this.writes.evict(key));
	}

	@Override
	public boolean invalidate() {
		return announceAll(() -> this.writes.clear(null, null)) > 0;
	}

	/**
	 * Tells the other instances that a key is written: with the calling thread's
	 * transaction, if it is in one, else at once.
	 * @param write writes it here, or says that this is to be done after the commit
	 * @return what that returns
	 */
	<T extends @Nullable Object> T announce(Object key, Supplier<T> write) {
		return this.regions.isShared() ? this.regions.announce(this.keyRegions.of(key), write) : write.get();
	}

	<T extends @Nullable Object> T announceAll(Supplier<T> write) {
		return this.regions.announce(this.keyRegions.ofAll(), write);
	}

	/**
	 * Removes the entries whose regions have changed. They are absent already.
	 */
	void removeDead(Change change) {
		try {
			if (change.regions().containsAll(this.keyRegions.ofAll())) {
				this.store.clear(RemovalCause.CLEARED, null);
			}
			change.cells().forEach(this.store::removeDead);
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to remove entries after a change of {}; they are not served", getName(),
					change.regions(), ex);
		}
	}

	boolean belongsTo(Object key, Set<String> regions) {
		return !Collections.disjoint(this.keyRegions.of(key), regions);
	}

	/**
	 * Tells whether the calling thread's transaction has changed what a key belongs to.
	 */
	boolean isChangedByTransaction(Object key) {
		return this.regions.isChangedByTransaction(() -> this.keyRegions.of(key));
	}

	@Override
	protected CacheInternals internals() {
		return new CacheInternals(this.index, this.tier, this.keyRegions::of, this::operator, this.store::grown);
	}

	EntryIndex index() {
		return this.index;
	}

	OperatorActions operator(String by) {
		return new Operations(this.writes, this.store, this.index, this.freshness, this.tier, by);
	}

	Regions regions() {
		return this.regions;
	}

	CacheWrites writes() {
		return this.writes;
	}

	CacheCounters counters() {
		return this.counters;
	}

	/**
	 * Gives a value without making the caller wait, if that is possible. If it should be
	 * loaded again, that is left to another thread.
	 */
	@Nullable Object present(Object key, Callable<?> valueLoader) {
		Servable found = servable(key);
		if (found == null) {
			return null;
		}
		if (found.due()) {
			this.loads.refresh(key, () -> toStoreValue(valueLoader.call()), found.entry());
		}
		found.count(this.counters);
		CacheLookup.note(this, key, found.stale() ? Result.STALE : Result.HIT);
		return found.entry().value();
	}

	private @Nullable Servable servable(Object key) {
		requireType(key);
		return Servable.find(key, this.store, this.freshness, this.inFlight);
	}

	/**
	 * Finds what is served instead of a value that was loaded for one caller only, and
	 * failed.
	 * @param lease taken before the load began
	 * @return {@code null} if nothing is
	 */
	@Nullable Object instead(Object key, Lease lease, Throwable failure) {
		if (lease.isVoid()) {
			return null;
		}
		Outcome outcome = this.completion.failed(key, LoadFailure.of(failure),
				new Load(lease.since(), lease.label(), null, false));
		if (outcome.stale()) {
			servedStale(key);
		}
		return outcome.value();
	}

	private void servedStale(Object key) {
		CacheLookup.note(this, key, Result.STALE);
		this.counters.servedStale();
	}

	void missed(Object key) {
		CacheLookup.note(this, key, counted(key));
	}

	private Result counted(Object key) {
		if (bypassed() == null) {
			this.counters.miss(key, this.freshness.now());
			return Result.MISS;
		}
		this.counters.bypass();
		return Result.BYPASS;
	}

	Object load(Object key, Callable<?> valueLoader) {
		missed(key);
		try {
			Outcome outcome = this.loads.load(key, () -> toStoreValue(valueLoader.call()));
			if (outcome.stale()) {
				servedStale(key);
			}
			return outcome.get();
		}
		catch (ExecutionException ex) {
			throw new ValueRetrievalException(key, valueLoader, ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			// Unchecked: Spring throws it out of methods that declare nothing.
			throw new ValueRetrievalException(key, valueLoader,
					new IllegalStateException("Interrupted while another thread loads the value", ex));
		}
	}

}
