package dev.yoil.ehcache;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

import dev.yoil.ehcache.ledger.Ledger;
import dev.yoil.ehcache.ledger.StoredEntry;
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
 * once and its value or its exception is shared by all who wait; a load blocks no other
 * key and no write; and a write voids a load that began before it.
 */
public final class EhCacheCache extends AbstractValueAdaptingCache {

	private final DeclaredCache declared;

	private final Cache<Object, StoredEntry> store;

	private final Ledger ledger;

	private final KeyedLoads loads = new KeyedLoads(this::stored, this::store);

	/**
	 * Shared by those who store a value, exclusive for the one who empties the cache:
	 * both the store and the page of the ledger are exchanged then, and a value must not
	 * land in only one of them. Never held while a value is loaded.
	 */
	private final ReadWriteLock emptying = new ReentrantReadWriteLock();

	EhCacheCache(DeclaredCache declared, Cache<Object, StoredEntry> store, Ledger ledger) {
		super(true);
		this.declared = declared;
		this.store = store;
		this.ledger = ledger;
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
		return this.store;
	}

	/**
	 * Returns the book of this cache, which can be read without any effect.
	 * @return the ledger
	 */
	public Ledger ledger() {
		return this.ledger;
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		StoredEntry entry = this.store.get(key);
		if (entry == null) {
			this.ledger.miss();
			return null;
		}
		this.ledger.hit(entry);
		return entry.value();
	}

	/**
	 * {@inheritDoc}
	 * @throws ValueRetrievalException if the loader fails, for all who waited for it, or
	 * if the caller is interrupted while it waits
	 * @throws IllegalStateException if the loader asks for the very key it is loading
	 */
	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		Object value = lookup(key);
		if (value != null) {
			return typed(value);
		}
		try {
			return typed(this.loads.load(key, () -> toStoreValue(valueLoader.call())));
		}
		catch (ExecutionException ex) {
			throw new ValueRetrievalException(key, valueLoader, ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ValueRetrievalException(key, valueLoader, ex);
		}
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		Object value = lookup(key);
		return (value != null) ? CompletableFuture.completedFuture(toValueWrapper(value)) : null;
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Object value = lookup(key);
		if (value != null) {
			return CompletableFuture.completedFuture(typed(value));
		}
		return this.loads.start(key, () -> valueLoader.get().thenApply(this::toStoreValue)).thenApply(this::typed);
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		this.loads.voidLoad(key);
		store(key, toStoreValue(value));
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		this.loads.voidLoad(key);
		StoredEntry entry = new StoredEntry(toStoreValue(value));
		this.emptying.readLock().lock();
		try {
			StoredEntry present = this.store.putIfAbsent(key, entry);
			if (present == null) {
				return null;
			}
			this.ledger.hit(present);
			return new SimpleValueWrapper(fromStoreValue(present.value()));
		}
		finally {
			this.emptying.readLock().unlock();
		}
	}

	@Override
	public void evict(Object key) {
		this.loads.voidLoad(key);
		this.store.remove(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		this.loads.voidLoad(key);
		// Ehcache's unconditional removal does not say whether there was something.
		StoredEntry entry = this.ledger.find(key);
		if (entry != null && this.store.remove(key, entry)) {
			return true;
		}
		this.store.remove(key);
		return false;
	}

	@Override
	public void clear() {
		invalidate();
	}

	@Override
	public boolean invalidate() {
		// Before the lock is taken: a load that is about to store its value waits for it.
		this.loads.voidAll();
		Map<Object, StoredEntry> page;
		this.emptying.writeLock().lock();
		try {
			this.store.clear();
			page = this.ledger.turnPage();
		}
		finally {
			this.emptying.writeLock().unlock();
		}
		return this.ledger.strikeAll(page);
	}

	private @Nullable Object stored(Object key) {
		StoredEntry entry = this.store.get(key);
		return (entry != null) ? entry.value() : null;
	}

	private void store(Object key, Object value) {
		this.emptying.readLock().lock();
		try {
			this.store.put(key, new StoredEntry(value));
		}
		finally {
			this.emptying.readLock().unlock();
		}
	}

	/** The type is the promise of the caller, as in all of Spring's caches. */
	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" }) // see above
	private <T> @Nullable T typed(Object storeValue) {
		return (T) fromStoreValue(storeValue);
	}

}
