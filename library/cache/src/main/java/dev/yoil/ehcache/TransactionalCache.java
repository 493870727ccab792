package dev.yoil.ehcache;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import dev.yoil.ehcache.PendingWrites.Write;
import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

/**
 * A cache whose writes belong to the calling thread's transaction: they take effect after
 * its commit, in order, or not at all after a rollback. Until then the transaction sees
 * its own writes. It loads the keys that it removed for itself alone, and keeps all that
 * it loads to itself, unless it cannot write. Without a transaction everything takes
 * effect at once.
 * <p>
 * By Spring's contract {@link #evictIfPresent} and {@link #invalidate} take effect at
 * once; here they do so again after the commit. By the same contract only one of
 * concurrent calls of {@link #putIfAbsent} returns {@code null}, although its value is
 * stored after the commit.
 * <p>
 * Thread-safe. Transactions that are not bound to a thread are not seen.
 */
final class TransactionalCache extends TypedCache {

	private final EhCacheCache cache;

	TransactionalCache(EhCacheCache cache) {
		this.cache = cache;
	}

	@Override
	<T> T unwrap(Class<T> type) {
		return this.cache.unwrap(type);
	}

	@Override
	DeclaredCache declared() {
		return this.cache.declared();
	}

	@Override
	public Object getNativeCache() {
		return this.cache.getNativeCache();
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		if (!Transactions.isActive()) {
			return this.cache.lookup(key);
		}
		Write own = own(key);
		return (own != null) ? own.value() : complete(key, this.cache.lookup(key));
	}

	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		if (!Transactions.isActive()) {
			return this.cache.get(key, valueLoader);
		}
		Write own = own(key);
		Object present = (own != null) ? own.value() : present(key, valueLoader);
		if (present != null) {
			return typed(present);
		}
		if (own != null) {
			return call(key, valueLoader);
		}
		return typed(Transactions.mayWrite() ? loadPrivately(key, valueLoader) : this.cache.load(key, valueLoader));
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		Write own = own(key);
		Object present = (own != null) ? own.value() : present(key, () -> valueLoader.get().get());
		if (present != null) {
			return CompletableFuture.completedFuture(typed(present));
		}
		if (own != null) {
			return start(valueLoader);
		}
		if (!Transactions.mayWrite()) {
			return this.cache.start(key, valueLoader);
		}
		this.cache.missed(key);
		boolean distrusted = this.cache.isDistrusted();
		PendingWrites pending = pending();
		Lease lease = pending.lease(key);
		PlainLoad load = beginLoad(key, pending, lease);
		return this.<T>start(valueLoader).thenApply((value) -> {
			load.store().accept(toStoreValue(value));
			return value;
		}).exceptionallyCompose((failure) -> {
			Object stale = distrusted ? null : this.cache.staleAfter(key, lease, failure, this.cache.isGone(failure));
			return (stale != null) ? CompletableFuture.completedFuture(typed(stale))
					: CompletableFuture.failedFuture(Outcome.unwrapped(failure));
		});
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		PlainLoad load = PlainLoad.take(this, key);
		if (load != null) {
			load.store().accept(toStoreValue(value));
			return;
		}
		if (Transactions.isActive()) {
			requireType(key);
			pending().put(key, toStoreValue(value));
		}
		else {
			this.cache.put(key, value);
		}
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		if (!Transactions.isActive()) {
			return this.cache.putIfAbsent(key, value);
		}
		ValueWrapper seen = get(key);
		return (seen != null) ? seen
				: toValueWrapper(pending().putIfAbsent(key, toStoreValue(value), own(key) != null));
	}

	@Override
	public void evict(Object key) {
		if (Transactions.isActive()) {
			requireType(key);
			pending().evict(key);
		}
		else {
			this.cache.evict(key);
		}
	}

	@Override
	public boolean evictIfPresent(Object key) {
		if (!Transactions.isActive()) {
			return this.cache.evictIfPresent(key);
		}
		Write own = own(key);
		boolean present = pending().evictNow(key);
		return (own != null) ? own.value() != null : present;
	}

	@Override
	public void clear() {
		if (Transactions.isActive()) {
			pending().clear();
		}
		else {
			this.cache.clear();
		}
	}

	@Override
	public boolean invalidate() {
		return Transactions.isActive() ? pending().clearNow() : this.cache.invalidate();
	}

	/**
	 * Loads a value for this transaction. It may depend on uncommitted rows, so it is
	 * stored after the commit, unless the key was written since the load began.
	 */
	private Object loadPrivately(Object key, Callable<?> valueLoader) {
		this.cache.missed(key);
		PendingWrites pending = pending();
		Lease lease = pending.lease(key);
		try {
			Object value = callCounted(key, valueLoader, lease);
			if (own(key) == null) {
				pending.putLoaded(key, value, lease);
			}
			return value;
		}
		catch (ValueRetrievalException ex) {
			Throwable failure = Objects.requireNonNull(ex.getCause());
			Object stale = this.cache.staleAfter(key, lease, failure, this.cache.isGone(failure));
			if (stale == null) {
				throw ex;
			}
			return stale;
		}
	}

	/**
	 * Begins a load that its caller runs. The value is kept as in {@link #loadPrivately}
	 * if the transaction may write.
	 */
	@Override
	PlainLoad beginLoad(Object key) {
		if (!Transactions.mayWrite()) {
			return new PlainLoad(this, key, this.cache.beginLoad(key).store());
		}
		PendingWrites pending = pending();
		return beginLoad(key, pending, pending.lease(key));
	}

	private PlainLoad beginLoad(Object key, PendingWrites pending, Lease lease) {
		LoadObservation load = this.cache.observe(key);
		load.started();
		return new PlainLoad(this, key, (value) -> {
			load.succeeded();
			// A future may complete after the transaction, or in another thread.
			if (Transactions.isActive() && this.cache.writes().findPending() == pending && own(key) == null) {
				pending.putLoaded(key, value, lease);
			}
		});
	}

	private Object callCounted(Object key, Callable<?> valueLoader, Lease lease) {
		LoadObservation load = this.cache.observe(key);
		load.begin();
		load.started();
		try {
			Object value = load.micrometer()
				.scoped(() -> load.callSource(List.of(lease), () -> toStoreValue(call(key, valueLoader))));
			load.succeeded();
			load.end(Outcome.of(value, false));
			return value;
		}
		catch (Throwable ex) {
			load.failed(ex, this.cache.isGone(ex));
			load.end(Outcome.failed(ex));
			throw ex;
		}
	}

	private <T> @Nullable T call(Object key, Callable<T> valueLoader) {
		try {
			return typed(valueLoader.call());
		}
		catch (Throwable ex) {
			throw new ValueRetrievalException(key, valueLoader, ex);
		}
	}

	private <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> valueLoader) {
		try {
			return valueLoader.get().thenApply(this::typed);
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(Outcome.unwrapped(ex));
		}
	}

	/**
	 * Returns the value of a key that {@link #own} has nothing of, like
	 * {@link EhCacheCache#present}.
	 */
	@Nullable Object present(Object key, Callable<?> valueLoader) {
		return complete(key, this.cache.present(key, valueLoader));
	}

	/**
	 * Returns a value that was found, unless it may lack changes of the transaction
	 * because another caller has stored it since {@link #own} found nothing.
	 */
	private @Nullable Object complete(Object key, @Nullable Object found) {
		return (found != null && this.cache.writes().lacksChanges(key, found)) ? null : found;
	}

	/**
	 * Returns the transaction's own view of a key, or {@code null} if it sees the
	 * cache's.
	 */
	@Nullable Write own(Object key) {
		if (!Transactions.isActive()) {
			return null;
		}
		requireType(key);
		CacheWrites writes = this.cache.writes();
		PendingWrites pending = writes.findPending();
		Write own = (pending != null) ? pending.write(key) : null;
		return (own == null && writes.isChangedByTransaction(key)) ? Write.ABSENT : own;
	}

	private PendingWrites pending() {
		return this.cache.writes().pending();
	}

}
