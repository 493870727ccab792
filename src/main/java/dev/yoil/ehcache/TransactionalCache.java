package dev.yoil.ehcache;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.PendingWrites.Remove;
import dev.yoil.ehcache.PendingWrites.Store;
import dev.yoil.ehcache.PendingWrites.Store.Kind;
import dev.yoil.ehcache.PendingWrites.Write;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * A cache whose writes belong to the calling thread's transaction: they take effect after
 * its commit, in order, and not at all after a rollback. Until then the transaction sees
 * its own writes, and loads what it removed for itself alone. What a transaction that may
 * write loads is not shown to others before its commit either. Spring promises of
 * {@link #evictIfPresent} and {@link #invalidate} that they take effect at once: here
 * they do so, and again after the commit. Without a transaction everything takes effect
 * at once.
 * <p>
 * Thread-safe. Transactions that are not bound to a thread are not seen.
 */
final class TransactionalCache extends TypedCache {

	private static final boolean JDBC_IS_PRESENT = ClassUtils
		.isPresent("org.springframework.jdbc.datasource.ConnectionHolder", TransactionalCache.class.getClassLoader());

	private final EhCacheCache cache;

	TransactionalCache(EhCacheCache cache) {
		super(cache.declared());
		this.cache = cache;
	}

	EhCacheCache target() {
		return this.cache;
	}

	@Override
	public String getName() {
		return this.cache.getName();
	}

	@Override
	protected CacheInternals internals() {
		return this.cache.internals();
	}

	@Override
	public Object getNativeCache() {
		return this.cache.getNativeCache();
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		Write own = own(key);
		return (own == null) ? this.cache.lookup(key) : (own instanceof Store store) ? store.value() : null;
	}

	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		Write own = own(key);
		if (own == null) {
			CachedValue hit = hit(key);
			if (hit != null) {
				return typed(hit.value());
			}
			return mayWrite() ? loadPrivately(key, valueLoader) : this.cache.get(key, valueLoader);
		}
		return (own instanceof Store store) ? typed(store.value()) : called(key, valueLoader);
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		Object value = lookup(key);
		return (value != null) ? CompletableFuture.completedFuture(toValueWrapper(value)) : null;
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Write own = own(key);
		if (own == null) {
			CachedValue hit = hit(key);
			if (hit != null) {
				return CompletableFuture.completedFuture(typed(hit.value()));
			}
			if (!mayWrite()) {
				return this.cache.retrieve(key, valueLoader);
			}
		}
		if (own instanceof Store store) {
			return CompletableFuture.completedFuture(typed(store.value()));
		}
		Object present = (own == null) ? this.cache.lookup(key) : null;
		return (present != null) ? CompletableFuture.completedFuture(typed(present)) : started(valueLoader);
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		if (DecoratedLoad.take(this, key, value)) {
			return;
		}
		if (!isTransactional()) {
			this.cache.put(key, value);
			return;
		}
		requireType(key);
		PendingWrites pending = this.cache.announce(key, this::pending);
		pending.add(key, new Store(Kind.PUT, toStoreValue(value), pending.lease(key)));
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		if (!isTransactional()) {
			return this.cache.putIfAbsent(key, value);
		}
		ValueWrapper present = get(key);
		if (present == null) {
			PendingWrites pending = pending();
			Kind kind = (own(key) != null) ? Kind.PUT : Kind.PUT_IF_ABSENT;
			pending.add(key, new Store(kind, toStoreValue(value), pending.lease(key)));
		}
		return present;
	}

	@Override
	public void evict(Object key) {
		if (!isTransactional()) {
			this.cache.evict(key);
			return;
		}
		this.cache.announce(key, this::pending).add(key, new Remove(true));
	}

	@Override
	public boolean evictIfPresent(Object key) {
		if (!isTransactional()) {
			return this.cache.evictIfPresent(key);
		}
		Write own = own(key);
		boolean present = this.cache.evictIfPresent(key);
		pending().add(key, new Remove(false));
		return (own != null) ? own instanceof Store : present;
	}

	@Override
	public void clear() {
		if (!isTransactional()) {
			this.cache.clear();
			return;
		}
		this.cache.announceAll(this::pending).clear();
	}

	@Override
	public boolean invalidate() {
		if (!isTransactional()) {
			return this.cache.invalidate();
		}
		PendingWrites pending = pending();
		boolean present = this.cache.invalidate();
		boolean any = pending.hasValues() || (present && !pending.isCleared());
		pending.clear();
		return any;
	}

	/**
	 * The value may depend on what the transaction has written and not yet committed: it
	 * is stored after the commit, unless somebody wrote the key since the load began.
	 */
	private <T> @Nullable T loadPrivately(Object key, Callable<T> valueLoader) {
		Object present = this.cache.lookup(key);
		if (present != null) {
			return typed(present);
		}
		PendingWrites pending = pending();
		Lease lease = pending.lease(key);
		T value = counted(key, valueLoader);
		if (own(key) == null) {
			pending.add(key, new Store(Kind.LOADED, toStoreValue(value), lease));
		}
		return value;
	}

	/**
	 * Begins a load that its caller runs. What a transaction that may write loads is kept
	 * like the value of {@link #loadPrivately}.
	 * @return takes the value, if there will be one
	 */
	Consumer<@Nullable Object> beginLoad(Object key) {
		PlainLoad load = new PlainLoad(this.cache, key);
		if (!mayWrite()) {
			return load;
		}
		PendingWrites pending = pending();
		Lease lease = pending.lease(key);
		return (value) -> {
			load.counted();
			// A future may give it when the transaction is over, or to another thread.
			if (isTransactional() && PendingWrites.find(this) == pending && own(key) == null) {
				pending.add(key, new Store(Kind.LOADED, toStoreValue(value), lease));
			}
		};
	}

	private <T> @Nullable T counted(Object key, Callable<T> valueLoader) {
		long begun = System.nanoTime();
		CacheLoadEvent event = new CacheLoadEvent();
		event.begin();
		TimeSpent.Span span = TimeSpent.begin(On.LOAD);
		boolean failed = true;
		try {
			T value = called(key, valueLoader);
			failed = false;
			return value;
		}
		finally {
			span.end();
			this.cache.counters().loaded(failed, System.nanoTime() - begun);
			event.record(getName(), key, failed, 0, false);
		}
	}

	private static <T> @Nullable T called(Object key, Callable<T> valueLoader) {
		try {
			return typed(valueLoader.call());
		}
		catch (Throwable ex) {
			throw new ValueRetrievalException(key, valueLoader, ex);
		}
	}

	private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> valueLoader) {
		try {
			return valueLoader.get().thenApply(TransactionalCache::typed);
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(LoadFailure.unwrapped(ex));
		}
	}

	private @Nullable Write own(Object key) {
		if (!isTransactional()) {
			return null;
		}
		PendingWrites pending = PendingWrites.find(this);
		Write own = (pending != null) ? pending.write(key) : null;
		return (own == null && this.cache.isChangedByTransaction(key)) ? new Remove(false) : own;
	}

	private PendingWrites pending() {
		return PendingWrites.of(this, this.cache);
	}

	private static boolean isTransactional() {
		return TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

	/**
	 * Spares a transaction whose value is there the question whether it may write, which
	 * some drivers pass on to the database.
	 */
	private @Nullable CachedValue hit(Object key) {
		CachedValue hit = isTransactional() ? this.cache.hit(key, Object.class) : null;
		if (hit != null) {
			CacheLookup.note(this.cache, key, CacheLookup.Result.HIT);
		}
		return hit;
	}

	/**
	 * That a transaction is called read-only is a hint: a method that writes may take
	 * part in it, and some databases let it.
	 */
	private static boolean mayWrite() {
		return isTransactional() && !(TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& JDBC_IS_PRESENT && Connections.areReadOnly());
	}

	/** The type is the promise of the caller, as in all of Spring's caches. */
	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" }) // see above
	private static <T> @Nullable T typed(@Nullable Object value) {
		return (value != NullValue.INSTANCE) ? (T) value : null;
	}

	/**
	 * The JDBC connections that are bound to the calling thread's transaction, apart
	 * since there need be no JDBC.
	 */
	private static final class Connections {

		private Connections() {
		}

		/**
		 * Tells whether nothing uncommitted can be read through them, because they refuse
		 * writes.
		 * @return {@code false} also if there is none, or one that cannot tell
		 */
		static boolean areReadOnly() {
			boolean any = false;
			for (Object resource : TransactionSynchronizationManager.getResourceMap().values()) {
				if (resource instanceof ConnectionHolder holder && holder.getConnectionHandle() != null) {
					if (!isReadOnly(holder)) {
						return false;
					}
					any = true;
				}
			}
			return any;
		}

		private static boolean isReadOnly(ConnectionHolder holder) {
			try {
				return holder.getConnection().isReadOnly();
			}
			catch (SQLException | RuntimeException ex) {
				return false;
			}
		}

	}

}
