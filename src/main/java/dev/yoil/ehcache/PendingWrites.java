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

	private final List<Map.Entry<Object, Lease>> leases = new ArrayList<>();

	private final Map<Object, State> savepoints = new HashMap<>();

	private State state = State.empty();

	/** From here on a rollback may be reported for what the database has committed. */
	private boolean commitBegun;

	private boolean committed;

	private PendingWrites(Object resource, EhCacheCache cache) {
		this.resource = resource;
		this.cache = cache;
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
	 * Returns what the transaction did to a key, {@code null} if nothing.
	 */
	@Nullable Write write(Object key) {
		Write write = this.state.writes().get(key);
		return (write == null && this.state.cleared()) ? Write.REMOVAL : write;
	}

	boolean isCleared() {
		return this.state.cleared();
	}

	boolean hasValues() {
		return this.state.writes().values().stream().anyMatch((write) -> !write.removes());
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
		Lease lease = this.cache.lease(key, this);
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
	 * Before all others, so that these find the cache as the transaction left it.
	 */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
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
			takeOutAll();
		}
		this.leases.forEach((held) -> this.cache.giveBack(held.getKey(), held.getValue()));
	}

	private void applyAll() {
		State done = takeState();
		if (done.cleared()) {
			apply("clear", null, () -> this.cache.invalidate(this));
		}
		done.writes().forEach((key, write) -> apply("write", key, () -> write.apply(this.cache, key, this)));
	}

	/**
	 * Nobody knows whether the database was changed: what might be stale must go.
	 */
	private void takeOutAll() {
		State unknown = takeState();
		if (unknown.cleared()) {
			apply("clear", null, this.cache::clear);
		}
		unknown.writes().forEach((key, write) -> apply("evict", key, () -> write.takeOut(this.cache, key)));
	}

	private State takeState() {
		State taken = this.state;
		this.state = State.empty();
		return taken;
	}

	/**
	 * The transaction is over and cannot be told. Rather than leave what may be stale,
	 * the key is taken out, or else everything.
	 */
	private void apply(String what, @Nullable Object key, Runnable action) {
		try {
			action.run();
		}
		catch (RuntimeException | Error ex) {
			this.cache.index().writeFailed();
			LOG.error("After a commit, cache '{}' failed to {} key '{}'; what may be stale is taken out",
					this.cache.getName(), what, key, ex);
			takeOut(key);
		}
	}

	private void takeOut(@Nullable Object key) {
		try {
			if (key != null) {
				this.cache.remove(key);
				return;
			}
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to evict that key too and is emptied", this.cache.getName(), ex);
		}
		try {
			this.cache.clear();
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to be emptied and may be stale until its entries expire", this.cache.getName(),
					ex);
		}
	}

	/**
	 * What the transaction did so far.
	 */
	private record State(boolean cleared, Map<Object, Write> writes) {

		static State empty() {
			return new State(false, new LinkedHashMap<>());
		}

		State copy() {
			return new State(this.cleared, new LinkedHashMap<>(this.writes));
		}

	}

	/**
	 * What a transaction did to one key.
	 *
	 * @param kind what it did
	 * @param value the value it put or loaded; {@code null} also for none
	 * @param lease the right to store that value; {@code null} for a removal
	 */
	record Write(Kind kind, @Nullable Object value, @Nullable Lease lease) {

		static final Write REMOVAL = new Write(Kind.REMOVE, null, null);

		/** What was removed at once may have been loaded by others since. */
		static final Write REMOVAL_AGAIN = new Write(Kind.REMOVE_AGAIN, null, null);

		boolean removes() {
			return this.kind == Kind.REMOVE || this.kind == Kind.REMOVE_AGAIN;
		}

		void apply(EhCacheCache cache, Object key, Object owner) {
			if (this.lease == null) {
				takeOut(cache, key);
				return;
			}
			switch (this.kind) {
				case PUT -> cache.storePut(key, this.value, false, this.lease, owner);
				case PUT_IF_ABSENT -> cache.storePut(key, this.value, true, this.lease, owner);
				case LOADED -> cache.storeLoaded(key, this.value, this.lease);
				case REMOVE, REMOVE_AGAIN -> takeOut(cache, key);
			}
		}

		void takeOut(EhCacheCache cache, Object key) {
			if (this.kind == Kind.REMOVE) {
				cache.evict(key);
			}
			else {
				cache.remove(key);
			}
		}

		enum Kind {

			REMOVE, REMOVE_AGAIN, PUT, PUT_IF_ABSENT, LOADED

		}

	}

}
