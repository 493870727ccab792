package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.index.CacheStatistics;
import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.EvictedKeys;
import dev.yoil.ehcache.index.Removal;
import dev.yoil.ehcache.index.RemovalRequests;
import dev.yoil.ehcache.index.StoredEntry;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.AbstractValueAdaptingCache;
import org.springframework.cache.support.SimpleValueWrapper;

/**
 * Spring's view of one native Ehcache cache. Keys are compared with {@code equals} and
 * must not be {@code null}; values may be.
 * <p>
 * Thread-safe. However many callers ask for a missing key with a loader, it is loaded
 * once and its value or its exception, unless its thread was interrupted, is shared by
 * all who wait; a load blocks no other key and no write; and a write voids a load that
 * began before it. Whether a value is loaded anew while it is served, and whether it may
 * be served past its time when it cannot be loaded, is up to the cache's policy.
 * docs/guarantees.md states all of it and what holds it.
 */
public final class EhCacheCache extends AbstractValueAdaptingCache {

	private final DeclaredCache declared;

	private final EntryStore store;

	private final EntryIndex index;

	private final RunningLoads running = new RunningLoads();

	private final KeyedLoads loads;

	private final Leases leases = new Leases();

	EhCacheCache(DeclaredCache declared, EntryStore store, EntryIndex index, Executor refreshes) {
		super(true);
		this.declared = declared;
		this.store = store;
		this.index = index;
		this.loads = new KeyedLoads(this.running, new StoredLoads(this, store, index), declared.policy().loadTimeout(),
				refreshes);
	}

	@Override
	public String getName() {
		return this.declared.name();
	}

	/**
	 * Returns what the configuration file says of this cache.
	 * @return its declaration
	 */
	public DeclaredCache declared() {
		return this.declared;
	}

	/**
	 * Returns the Ehcache cache. Its values are {@link StoredEntry entries}; what is read
	 * from it directly is not counted as a hit.
	 */
	@Override
	public Cache<Object, StoredEntry> getNativeCache() {
		return this.store.entries();
	}

	/**
	 * Returns the book of this cache, which can be read without any effect.
	 * @return the entry index
	 */
	public EntryIndex index() {
		return this.index;
	}

	/**
	 * Returns the counts of what happened so far.
	 * @return the counts, which may be a few operations apart while the cache is used
	 */
	public CacheStatistics statistics() {
		return this.index.statistics();
	}

	/**
	 * Returns the last entries that left, a thousand at most.
	 * @return the latest first
	 */
	public List<Removal> removals() {
		return this.index.removals();
	}

	/**
	 * Returns what became of the keys that were evicted because the cache was full.
	 * @return what is known of them
	 */
	public EvictedKeys evictedKeys() {
		return this.index.evictedKeys();
	}

	/**
	 * Returns what is known of the keys that callers asked to have removed.
	 * @return what is known of them
	 */
	public RemovalRequests removalRequests() {
		return this.index.removalRequests();
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		StoredEntry entry = this.store.findGood(key);
		if (entry == null) {
			missed(key);
			return null;
		}
		return hit(key, entry);
	}

	/**
	 * Finds a value that can be handed to a caller without more ado, and counts the hit.
	 * @param key the key
	 * @param type what the value has to be
	 * @return the value; {@code null} if there is none of that type, or if it is past its
	 * time or due to be loaded anew: then nothing is counted, and it is for
	 * {@link #get(Object, Callable)} to go on
	 */
	public @Nullable CachedValue hit(Object key, Class<?> type) {
		StoredEntry entry = this.store.findGood(key);
		if (entry == null || !type.isInstance(entry.value()) || this.store.isDueForRefresh(entry)) {
			return null;
		}
		this.index.hit(entry);
		return new CachedValue(entry.value(), this.store.timeLeft(entry));
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
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		Object value = lookup(key);
		return (value != null) ? CompletableFuture.completedFuture(toValueWrapper(value)) : null;
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Object value = present(key, () -> valueLoader.get().get());
		if (value != null) {
			return CompletableFuture.completedFuture(typed(value));
		}
		counted(key);
		return this.loads.start(key, () -> valueLoader.get().thenApply(this::toStoreValue))
			.thenApply((answer) -> typed(counted(answer)));
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		voidLoads(key);
		this.store.put(key, toStoreValue(value));
		voidLoads(key);
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		voidLoads(key);
		StoredEntry present = this.store.putIfAbsent(key, toStoreValue(value));
		if (present == null) {
			voidLoads(key);
			return null;
		}
		this.index.hit(present);
		return new SimpleValueWrapper(fromStoreValue(present.value()));
	}

	@Override
	public void evict(Object key) {
		removalRequested(key);
		remove(key);
	}

	/**
	 * Evicts without counting that a caller asked for it.
	 */
	void remove(Object key) {
		voidLoads(key);
		this.store.remove(key);
		voidLoads(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		removalRequested(key);
		voidLoads(key);
		boolean present = this.store.removePresent(key);
		voidLoads(key);
		return present;
	}

	@Override
	public void clear() {
		invalidate();
	}

	@Override
	public boolean invalidate() {
		return invalidate(null);
	}

	/**
	 * Removes all entries.
	 * @param writer whose own leases hold; {@code null} for nobody's
	 */
	boolean invalidate(@Nullable Object writer) {
		// Before the entries are touched: a load that is just storing its value goes
		// first.
		voidLoadsIf((key) -> true, writer);
		boolean any = this.store.clear(null) > 0;
		voidLoadsIf((key) -> true, writer);
		return any;
	}

	/**
	 * Returns what can be done to this cache by hand, also what is no business of its
	 * callers. It takes effect at once, whether a transaction is open or not.
	 * @param by who does it, the name of a user
	 * @return the operations, whose removals name that user
	 */
	public OperatorActions operator(String by) {
		return new OperatorActions(this, this.store, by);
	}

	/**
	 * Tells whether the cache is asleep: then it serves nothing and stores nothing, every
	 * question is a miss, and values are loaded anew each time, one load per key as ever.
	 * @return since when and by whom; {@code null} while it is awake
	 */
	public @Nullable Bypass bypassed() {
		return this.store.bypassed();
	}

	/**
	 * Answers those who wait for a load; Ehcache is closed by the manager.
	 */
	void close() {
		this.running.abandonAll();
	}

	/**
	 * Takes the right to store a value that only one transaction loads or puts.
	 */
	Lease lease(Object key, Object owner) {
		Lease lease = new Lease(this.store.now(), owner);
		this.leases.add(key, lease);
		return lease;
	}

	/**
	 * Gives the right back.
	 */
	void giveBack(Object key, Lease lease) {
		this.leases.remove(key, lease);
	}

	/**
	 * Stores what a transaction loaded, if its lease still holds.
	 */
	void storeLoaded(Object key, @Nullable Object value, Lease lease) {
		lease.use(() -> this.store.putLoaded(key, toStoreValue(value), lease.since(), null));
	}

	/**
	 * Stores what a transaction has put, if its lease still holds. If somebody wrote the
	 * key since, nobody knows whose commit came last: then it is removed.
	 */
	void storePut(Object key, @Nullable Object value, boolean ifAbsent, Lease lease, Object owner) {
		voidLoads(key, owner);
		Object stored = toStoreValue(value);
		if (lease.use(ifAbsent ? () -> this.store.putIfAbsent(key, stored) : () -> this.store.put(key, stored))) {
			voidLoads(key, owner);
		}
		else {
			remove(key);
		}
	}

	/**
	 * Finds what is under a key, whether its time is over or not, without counting as
	 * access.
	 */
	@Nullable CachedValue held(Object key) {
		StoredEntry entry = this.index.find(key);
		return (entry != null) ? new CachedValue(entry.value(), this.store.timeLeft(entry)) : null;
	}

	/**
	 * Voids the loads of some keys, whether they are stored or not.
	 * @param writer whose own leases hold; {@code null} for nobody's
	 */
	void voidLoadsIf(Predicate<Object> keys, @Nullable Object writer) {
		this.running.voidIf(keys);
		this.leases.voidIf(keys, writer);
	}

	/**
	 * Called before a write, so that nothing loaded before is stored after it, and again
	 * behind it: a load that began in between may have found what was just overwritten,
	 * and nobody who asks from then on may join it.
	 */
	void voidLoads(Object key) {
		voidLoads(key, null);
	}

	private void voidLoads(Object key, @Nullable Object writer) {
		this.running.voidLoad(key);
		this.leases.voidAll(key, writer);
	}

	/**
	 * Gives a value without making the caller wait, if that is possible. Where loading
	 * failed before, or a refresh outlasts the value, that is left to another thread,
	 * unless it failed with an {@link Error}: nobody would see the next one.
	 */
	private @Nullable Object present(Object key, Callable<?> valueLoader) {
		StoredEntry entry = this.store.find(key);
		if (entry == null) {
			return null;
		}
		if (!this.store.isStale(entry)) {
			if (this.store.isDueForRefresh(entry)) {
				refresh(key, entry, valueLoader);
			}
			return hit(key, entry);
		}
		if (entry.failedWithError() || (entry.retryAt() == 0 && !this.running.isRefreshing(key))) {
			return null;
		}
		if (this.store.isDueForRetry(entry)) {
			refresh(key, entry, valueLoader);
		}
		this.index.miss();
		this.index.servedStale();
		CacheLookup.note(this, key, Result.STALE);
		return entry.value();
	}

	private Object hit(Object key, StoredEntry entry) {
		this.index.hit(entry);
		CacheLookup.note(this, key, Result.HIT);
		return entry.value();
	}

	private void missed(Object key) {
		CacheLookup.note(this, key, counted(key));
	}

	private Result counted(Object key) {
		if (bypassed() == null) {
			this.index.miss(key, this.store.now());
			return Result.MISS;
		}
		this.index.bypassed();
		return Result.BYPASS;
	}

	private void removalRequested(Object key) {
		// Asleep, nothing can be there, and that says nothing of the key.
		if (bypassed() == null) {
			this.index.removalRequested(key);
		}
	}

	private void refresh(Object key, StoredEntry present, Callable<?> valueLoader) {
		this.loads.refresh(key, () -> toStoreValue(valueLoader.call()), present);
	}

	private Object load(Object key, Callable<?> valueLoader) {
		missed(key);
		try {
			return noted(key, this.loads.load(key, () -> toStoreValue(valueLoader.call())));
		}
		catch (ExecutionException ex) {
			throw new ValueRetrievalException(key, valueLoader, ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			// Unchecked, because Spring throws the cause out of methods that declare
			// nothing.
			throw new ValueRetrievalException(key, valueLoader,
					new IllegalStateException("Interrupted while another thread loads the value", ex));
		}
	}

	private Object noted(Object key, Answer answer) {
		if (answer.stale()) {
			CacheLookup.note(this, key, Result.STALE);
		}
		return counted(answer);
	}

	private Object counted(Answer answer) {
		if (answer.stale()) {
			this.index.servedStale();
		}
		return answer.value();
	}

	/** The type is the promise of the caller, as in all of Spring's caches. */
	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" }) // see above
	private <T> @Nullable T typed(Object storeValue) {
		return (T) fromStoreValue(storeValue);
	}

}
