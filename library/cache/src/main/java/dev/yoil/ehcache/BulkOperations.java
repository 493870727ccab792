package dev.yoil.ehcache;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.PendingWrites.Write;
import dev.yoil.ehcache.internal.tx.Transactions;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;

/**
 * Operations on many keys of one cache. They keep the promises of the cache's operations
 * on one key, also in transactions. Thread-safe.
 */
public final class BulkOperations {

	private final EhCacheCache cache;

	/** The decorator of the cache; {@code null} if all writes take effect at once. */
	private final @Nullable TransactionalCache decorator;

	private BulkOperations(TypedCache cache) {
		this.decorator = (cache instanceof TransactionalCache transactional) ? transactional : null;
		this.cache = cache.unwrap(EhCacheCache.class);
	}

	/**
	 * Returns the operations of a cache.
	 * @param cache a cache of an {@link EhCacheCacheManager}, or a wrapper that delegates
	 * {@link Cache#getNativeCache()}
	 * @throws IllegalArgumentException if it is another cache
	 */
	public static BulkOperations of(Cache cache) {
		return new BulkOperations(TypedCache.of(cache));
	}

	/**
	 * Evicts all matching keys: after the commit if the calling thread is in a
	 * transaction, else at once. Voids the loads of these keys, like {@link Cache#evict}.
	 * <p>
	 * Tests each key on the heap of this instance. Other instances and tiers cannot test
	 * keys, so they drop all values of the cache. If there are many instances and this
	 * happens often, use regions.
	 * @param keys tests a key, without side effects. In a transaction it is called for
	 * each lookup until the commit
	 */
	public void evictIf(Predicate<Object> keys) {
		if (this.decorator != null && Transactions.isActive()) {
			this.cache.writes().pending().evictIf(keys);
		}
		else {
			this.cache.writes().evictIf(keys);
		}
	}

	/**
	 * Returns the values of keys, and loads all missing ones with one call. Keys that
	 * another caller is loading are not loaded again: this caller waits for them, after
	 * its own load. A value that is due for a refresh is returned, and refreshed in the
	 * background by a call for its key alone.
	 * <p>
	 * Each loaded key counts as one load. Afterwards, {@link CacheLookup} describes a key
	 * whose value is stale, if there is one.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param keys the keys; duplicates are ignored
	 * @param loader returns the values of the given keys, at least one. If it leaves a
	 * key out, the cache stores {@code null} for it. Other keys in its result are ignored
	 * @return the values in the order of the keys, without the keys whose value is
	 * {@code null}
	 * @throws ValueRetrievalException if the value of a key cannot be loaded, or if the
	 * calling thread is interrupted while it waits. Values of other keys may be stored
	 * @throws LoadTimeoutException if another caller's load exceeds the load timeout of
	 * the policy
	 * @throws IllegalStateException if the loader of a key asks for that key
	 */
	public <K, V> Map<K, V> getAll(Collection<? extends K> keys,
			Function<? super Set<K>, ? extends Map<K, ? extends @Nullable V>> loader) {
		keys.forEach(this.cache::requireType);
		Lookups<K> lookups = new Lookups<>(new BulkLoad.Source<>(loader, this.cache::toStoreValue));
		new LinkedHashSet<K>(keys).forEach(lookups::find);
		lookups.load();
		Map<K, V> values = new LinkedHashMap<>();
		lookups.found.forEach((key, stored) -> {
			V value = this.cache.typed(stored);
			if (value != null) {
				values.put(key, value);
			}
		});
		return values;
	}

	/** The lookups of one call. */
	private final class Lookups<K> {

		private final BulkLoad.Source<K> source;

		/** Values in the form in which Spring stores them; {@code null} until loaded. */
		private final Map<K, @Nullable Object> found = new LinkedHashMap<>();

		private final Set<K> missing = new LinkedHashSet<>();

		/** Keys that the calling thread's transaction has removed. */
		private final Set<K> removed = new LinkedHashSet<>();

		private @Nullable K stale;

		Lookups(BulkLoad.Source<K> source) {
			this.source = source;
		}

		void find(K key) {
			Write own = own(key);
			Object present = (own != null) ? own.value() : present(key);
			this.found.put(key, present);
			if (present == null) {
				((own != null) ? this.removed : this.missing).add(key);
			}
			else if (own == null && CacheLookup.get().result() == Result.STALE) {
				this.stale = key;
			}
		}

		private @Nullable Object present(K key) {
			TransactionalCache transactional = BulkOperations.this.decorator;
			return (transactional != null) ? transactional.present(key, () -> this.source.value(key))
					: BulkOperations.this.cache.present(key, () -> this.source.value(key));
		}

		private @Nullable Write own(K key) {
			TransactionalCache transactional = BulkOperations.this.decorator;
			return (transactional != null) ? transactional.own(key) : null;
		}

		void load() {
			this.missing.forEach(BulkOperations.this.cache::missed);
			if (!this.missing.isEmpty() && (BulkOperations.this.decorator == null || !Transactions.mayWrite())) {
				loadShared();
				this.missing.clear();
			}
			if (!this.missing.isEmpty() || !this.removed.isEmpty()) {
				loadPrivately();
			}
			if (this.stale != null) {
				CacheLookup.note(BulkOperations.this.cache, this.stale, Result.STALE);
			}
		}

		private void loadShared() {
			try {
				EhCacheCache cache = BulkOperations.this.cache;
				boolean distrusted = cache.isDistrusted();
				cache.bulkLoad(this.source).load(this.missing).forEach((key, loaded) -> {
					Outcome outcome = cache.permitted(key, loaded, distrusted);
					if (outcome.stale()) {
						cache.servedStale(key);
					}
					this.found.put(key, required(key, outcome.value(), outcome.thrown()));
				});
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new ValueRetrievalException(this.missing, () -> this.source.load(this.missing),
						new IllegalStateException("Interrupted while waiting for another thread to load values", ex));
			}
		}

		/**
		 * Loads values for this transaction, like {@link TransactionalCache} does for one
		 * key.
		 */
		private void loadPrivately() {
			EhCacheCache cache = BulkOperations.this.cache;
			PendingWrites pending = cache.writes().pending();
			Map<K, Lease> leases = new LinkedHashMap<>();
			Map<K, LoadObservation> loads = new LinkedHashMap<>();
			this.missing.forEach((key) -> {
				leases.put(key, pending.lease(key));
				loads.put(key, cache.observe(key));
			});
			loads.values().forEach(LoadObservation::begin);
			loads.values().forEach(LoadObservation::started);
			Set<K> keys = new LinkedHashSet<>(this.missing);
			keys.addAll(this.removed);
			try {
				this.found.putAll(cache.observe(this.missing)
					.callSource(leases.values(), () -> this.source.load(Collections.unmodifiableSet(keys))));
			}
			catch (Throwable ex) {
				boolean gone = keys.size() == 1 && cache.isGone(ex);
				loads.values().forEach((load) -> {
					load.failed(ex, gone);
					load.end(Outcome.failed(ex));
				});
				leases.forEach((key, lease) -> this.found.put(key, cache.staleAfter(key, lease, ex, gone)));
				keys.forEach((key) -> required(key, this.found.get(key), ex));
				return;
			}
			loads.forEach((key, load) -> {
				load.succeeded();
				load.end(Outcome.of(Objects.requireNonNull(this.found.get(key)), false));
			});
			leases.forEach((key, lease) -> {
				if (own(key) == null) {
					pending.putLoaded(key, Objects.requireNonNull(this.found.get(key)), lease);
				}
			});
		}

		private Object required(K key, @Nullable Object value, @Nullable Throwable failure) {
			if (value == null) {
				throw new ValueRetrievalException(key, () -> this.source.value(key), failure);
			}
			return value;
		}

	}

}
