package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What one transaction wants to do to one cache once it is committed, and what the cache
 * looks like to it until then. For the thread of the transaction only.
 */
final class PendingWrites implements TransactionSynchronization {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCache.class);

	private final Object resource;

	private final EhCacheCache cache;

	private final CacheWrites writes;

	private final List<Map.Entry<Object, Lease>> leases = new ArrayList<>();

	private final Map<Object, State> savepoints = new HashMap<>();

	private State state = State.empty();

	/** From here on a rollback may be reported for what the database has committed. */
	private boolean commitBegun;

	private boolean committed;

	private PendingWrites(Object resource, EhCacheCache cache) {
		this.resource = resource;
		this.cache = cache;
		this.writes = cache.writes();
	}

	/**
	 * Finds the writes of the calling thread's transaction, or begins to collect them.
	 */
	static PendingWrites of(Object resource, EhCacheCache cache) {
		PendingWrites pending = find(resource);
		if (pending == null) {
			pending = new PendingWrites(resource, cache);
			TransactionSynchronizationManager.unbindResourceIfPossible(resource);
			TransactionSynchronizationManager.bindResource(resource, pending);
			TransactionSynchronizationManager.registerSynchronization(pending);
		}
		return pending;
	}

	/**
	 * Finds the writes of the calling thread's transaction. Those of a transaction that
	 * is just completing may still be bound when another one begins in its
	 * {@code afterCompletion}: Spring takes away its synchronizations before it calls
	 * them, and so has nothing to suspend.
	 */
	static @Nullable PendingWrites find(Object resource) {
		PendingWrites bound = (PendingWrites) TransactionSynchronizationManager.getResource(resource);
		return (bound != null && TransactionSynchronizationManager.getSynchronizations().contains(bound)) ? bound
				: null;
	}

	/**
	 * Returns what the transaction did to a key, {@code null} if nothing. What it loaded
	 * is not given any more once somebody else has written the key: it must not become
	 * part of another load that begins after that.
	 */
	@Nullable Write write(Object key) {
		Write write = this.state.writes().get(key);
		if (write instanceof Store store && store.kind() == Store.Kind.LOADED && store.lease().isVoid()) {
			write = null;
		}
		return (write == null && this.state.cleared()) ? new Remove(true) : write;
	}

	boolean isCleared() {
		return this.state.cleared();
	}

	boolean hasValues() {
		return this.state.writes().values().stream().anyMatch(Store.class::isInstance);
	}

	void add(Object key, Write write) {
		this.state.writes().put(Objects.requireNonNull(key, "key"), write);
		applyIfCommitted();
	}

	void clear() {
		this.state = new State(true, new LinkedHashMap<>());
		applyIfCommitted();
	}

	/**
	 * What another's {@code afterCommit} writes must not come after what a transaction
	 * that begins later commits.
	 */
	private void applyIfCommitted() {
		if (this.committed) {
			applyAll();
		}
	}

	/**
	 * Takes the right to store what the transaction loads or puts, if it commits and
	 * nobody else writes the key before.
	 */
	Lease lease(Object key) {
		Lease lease = this.writes.lease(key, this);
		this.leases.add(Map.entry(key, lease));
		return lease;
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResource(this.resource);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.resource, this);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.put(savepoint, this.state.copy());
	}

	@Override
	public void savepointRollback(Object savepoint) {
		State before = this.savepoints.get(savepoint);
		this.state = (before != null) ? before.copy() : State.empty();
	}

	/**
	 * Before all others, so that these find the cache as the transaction left it, but
	 * behind the regions: what is loaded from here on is of their new versions.
	 */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		this.commitBegun = true;
	}

	@Override
	public void afterCommit() {
		this.committed = true;
		applyAll();
	}

	/**
	 * Also applies what was first written in another's {@code afterCommit}. A commit that
	 * was begun and not seen to succeed is one of which nobody knows: Spring reports a
	 * rollback also if it went through although a callback had asked for a rollback, and
	 * for any failure of it that is no {@code TransactionException}.
	 */
	@Override
	public void afterCompletion(int status) {
		if (TransactionSynchronizationManager.getResource(this.resource) == this) {
			TransactionSynchronizationManager.unbindResource(this.resource);
		}
		if (status == STATUS_COMMITTED) {
			applyAll();
		}
		else if (status == STATUS_UNKNOWN || this.commitBegun) {
			removeAll();
		}
		this.leases.forEach((held) -> this.writes.giveBack(held.getKey(), held.getValue()));
	}

	private void applyAll() {
		State done = takeState();
		if (done.cleared()) {
			apply("clear", null, () -> this.writes.clear(this, null));
		}
		done.writes().forEach((key, write) -> apply("write", key, () -> write.apply(this.writes, key, this)));
	}

	/**
	 * Nobody knows whether the database was changed: what might be stale must go.
	 */
	private void removeAll() {
		State unknown = takeState();
		if (unknown.cleared()) {
			apply("clear", null, () -> this.writes.clear(null, null));
		}
		unknown.writes().forEach((key, write) -> apply("remove", key, () -> write.remove(this.writes, key)));
	}

	private State takeState() {
		State taken = this.state;
		this.state = State.empty();
		return taken;
	}

	/**
	 * The transaction is over and cannot be told. Rather than leave what may be stale,
	 * the key is removed, or else everything.
	 */
	private void apply(String what, @Nullable Object key, Runnable action) {
		try {
			action.run();
		}
		catch (RuntimeException | Error ex) {
			this.cache.counters().failedWrite();
			LOG.error("After a commit, cache '{}' failed to {} key '{}'; what may be stale is removed",
					this.cache.getName(), what, key, ex);
			removeAfterFailure(key);
		}
	}

	private void removeAfterFailure(@Nullable Object key) {
		try {
			if (key != null) {
				this.writes.remove(key);
				return;
			}
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to remove that key too and is emptied", this.cache.getName(), ex);
		}
		try {
			this.writes.clear(null, null);
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to be emptied and may be stale until its entries expire", this.cache.getName(),
					ex);
		}
	}

	/** What the transaction did so far. */
	private record State(boolean cleared, Map<Object, Write> writes) {

		static State empty() {
			return new State(false, new LinkedHashMap<>());
		}

		State copy() {
			return new State(this.cleared, new LinkedHashMap<>(this.writes));
		}

	}

	/** What a transaction did to one key. */
	sealed interface Write {

		/**
		 * Does it to the cache, after the commit.
		 */
		void apply(CacheWrites writes, Object key, Object owner);

		/**
		 * Removes the key, because nobody knows whether the commit worked.
		 */
		void remove(CacheWrites writes, Object key);

	}

	/**
	 * It removed the key.
	 *
	 * @param requested whether to count that: not if it was removed at once as well, and
	 * is only removed again because others may have loaded it since
	 */
	record Remove(boolean requested) implements Write {

		@Override
		public void apply(CacheWrites writes, Object key, Object owner) {
			remove(writes, key);
		}

		@Override
		public void remove(CacheWrites writes, Object key) {
			if (this.requested) {
				writes.evict(key);
			}
			else {
				writes.remove(key);
			}
		}

	}

	/**
	 * It put or loaded a value.
	 *
	 * @param kind which of them
	 * @param value the value in the form in which Spring stores it
	 * @param lease the right to store that value
	 */
	record Store(Kind kind, Object value, Lease lease) implements Write {

		@Override
		public void apply(CacheWrites writes, Object key, Object owner) {
			if (this.kind == Kind.LOADED) {
				writes.storeLoaded(key, this.value, this.lease);
			}
			else {
				writes.storePut(key, this.value, this.kind == Kind.PUT_IF_ABSENT, this.lease, owner);
			}
		}

		@Override
		public void remove(CacheWrites writes, Object key) {
			writes.remove(key);
		}

		enum Kind {

			PUT, PUT_IF_ABSENT, LOADED

		}

	}

}
