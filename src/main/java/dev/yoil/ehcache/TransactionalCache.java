package dev.yoil.ehcache;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.PendingWrites.Write;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.tx.Transactions;
import org.jspecify.annotations.Nullable;

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
		return (own != null) ? own.value() : this.cache.lookup(key);
	}

	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		Write own = own(key);
		Object present = (own != null) ? own.value() : this.cache.present(key, valueLoader);
		if (present != null) {
			return typed(present);
		}
		if (own != null) {
			return called(key, valueLoader);
		}
		return typed(mayWrite() ? loadedPrivately(key, valueLoader) : this.cache.load(key, valueLoader));
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Write own = own(key);
		Object present = (own != null) ? own.value() : this.cache.present(key, () -> valueLoader.get().get());
		if (present != null) {
			return CompletableFuture.completedFuture(typed(present));
		}
		if (own != null) {
			return started(valueLoader);
		}
		if (!mayWrite()) {
			return this.cache.start(key, valueLoader);
		}
		this.cache.missed(key);
		Lease lease = pending().lease(key);
		return this.<T>started(valueLoader).exceptionallyCompose((failure) -> {
			Object instead = this.cache.instead(key, lease, failure);
			return (instead != null) ? CompletableFuture.completedFuture(typed(instead))
					: CompletableFuture.failedFuture(LoadFailure.unwrapped(failure));
		});
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		if (DecoratedLoad.take(this, key, value)) {
			return;
		}
		if (!Transactions.isActive()) {
			this.cache.put(key, value);
			return;
		}
		requireType(key);
		this.cache.announce(key, this::pending).put(key, toStoreValue(value), false);
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		if (!Transactions.isActive()) {
			return this.cache.putIfAbsent(key, value);
		}
		ValueWrapper present = get(key);
		if (present == null) {
			pending().put(key, toStoreValue(value), own(key) == null);
		}
		return present;
	}

	@Override
	public void evict(Object key) {
		if (!Transactions.isActive()) {
			this.cache.evict(key);
			return;
		}
		requireType(key);
		this.cache.announce(key, this::pending).remove(key, true);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		if (!Transactions.isActive()) {
			return this.cache.evictIfPresent(key);
		}
		Write own = own(key);
		boolean present = this.cache.evictIfPresent(key);
		pending().remove(key, false);
		return (own != null) ? own.value() != null : present;
	}

	@Override
	public void clear() {
		if (!Transactions.isActive()) {
			this.cache.clear();
			return;
		}
		this.cache.announceAll(this::pending).clear();
	}

	@Override
	public boolean invalidate() {
		if (!Transactions.isActive()) {
			return this.cache.invalidate();
		}
		PendingWrites pending = pending();
		boolean present = this.cache.invalidate();
		boolean any = pending.hasAny(present);
		pending.clear();
		return any;
	}

	/**
	 * The value may depend on what the transaction has written and not yet committed: it
	 * is stored after the commit, unless somebody wrote the key since the load began.
	 */
	private Object loadedPrivately(Object key, Callable<?> valueLoader) {
		this.cache.missed(key);
		PendingWrites pending = pending();
		Lease lease = pending.lease(key);
		try {
			Object value = toStoreValue(counted(key, valueLoader));
			if (own(key) == null) {
				pending.loaded(key, value, lease);
			}
			return value;
		}
		catch (ValueRetrievalException ex) {
			Object instead = this.cache.instead(key, lease, Objects.requireNonNull(ex.getCause()));
			if (instead == null) {
				throw ex;
			}
			return instead;
		}
	}

	/**
	 * Begins a load that its caller runs. What a transaction that may write loads is kept
	 * like the value of {@link #loadedPrivately}.
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
			load.counted(false);
			// A future may give it when the transaction is over, or to another thread.
			if (Transactions.isActive() && PendingWrites.find(this.cache) == pending && own(key) == null) {
				pending.loaded(key, toStoreValue(value), lease);
			}
		};
	}

	private <T> @Nullable T counted(Object key, Callable<T> valueLoader) {
		PlainLoad load = new PlainLoad(this.cache, key);
		TimeSpent.Span span = TimeSpent.begin(On.LOAD);
		boolean failed = true;
		try {
			T value = called(key, valueLoader);
			failed = false;
			return value;
		}
		finally {
			span.end();
			load.counted(failed);
		}
	}

	private <T> @Nullable T called(Object key, Callable<T> valueLoader) {
		try {
			return typed(valueLoader.call());
		}
		catch (Throwable ex) {
			throw new ValueRetrievalException(key, valueLoader, ex);
		}
	}

	private <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> valueLoader) {
		try {
			return valueLoader.get().thenApply(this::typed);
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(LoadFailure.unwrapped(ex));
		}
	}

	private @Nullable Write own(Object key) {
		if (!Transactions.isActive()) {
			return null;
		}
		requireType(key);
		PendingWrites pending = PendingWrites.find(this.cache);
		Write own = (pending != null) ? pending.write(key) : null;
		return (own == null && this.cache.isChangedByTransaction(key)) ? Write.removal(() -> {
		}) : own;
	}

	private PendingWrites pending() {
		return PendingWrites.of(this.cache);
	}

	/**
	 * That a transaction is called read-only is a hint: a method that writes may take
	 * part in it, and some databases let it. To be asked only if the value is not there:
	 * some drivers pass the question on to the database.
	 */
	private static boolean mayWrite() {
		return Transactions.isActive() && !(TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& JDBC_IS_PRESENT && Connections.areReadOnly());
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
			List<ConnectionHolder> holders = TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.filter((resource) -> resource instanceof ConnectionHolder holder
						&& holder.getConnectionHandle() != null)
				.map(ConnectionHolder.class::cast)
				.toList();
			return !holders.isEmpty() && holders.stream().allMatch(Connections::isReadOnly);
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
