package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of one transaction to one cache, which take effect after its commit. Until
 * then only the transaction sees them. For the thread of the transaction only.
 */
final class PendingWrites implements TransactionWork.Part {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCache.class);

	private final EhCacheCache cache;

	private final CacheWrites writes;

	private final TransactionWork work;

	private final List<Map.Entry<Object, Lease>> leases = new ArrayList<>();

	private final Map<Object, State> savepoints = new HashMap<>();

	private State state = State.empty();

	private PendingWrites(EhCacheCache cache, TransactionWork work) {
		this.cache = cache;
		this.writes = cache.writes();
		this.work = work;
	}

	/**
	 * Finds the writes of the calling thread's transaction, or begins to collect them.
	 */
	static PendingWrites of(EhCacheCache cache) {
		return TransactionWork.part(cache.regions(), cache, (work) -> new PendingWrites(cache, work));
	}

	/**
	 * Finds the writes of the calling thread's transaction, {@code null} if there are
	 * none.
	 */
	static @Nullable PendingWrites find(EhCacheCache cache) {
		return (PendingWrites) TransactionWork.find(cache.regions(), cache);
	}

	/**
	 * Returns what the transaction did to a key, {@code null} if nothing. What it loaded
	 * is not given any more once somebody else has written the key: it must not become
	 * part of another load that begins after that.
	 */
	@Nullable Write write(Object key) {
		Write write = this.state.writes().get(key);
		if (write != null && write.loaded() != null && write.loaded().isVoid()) {
			write = null;
		}
		return (write == null) ? this.state.cleared() : write;
	}

	/**
	 * Tells whether the transaction finds anything in the cache.
	 * @param present whether others do
	 */
	boolean hasAny(boolean present) {
		return (present && this.state.cleared() == null)
				|| this.state.writes().values().stream().anyMatch((write) -> write.value() != null);
	}

	void put(Object key, Object value, boolean ifAbsent) {
		Lease lease = lease(key);
		add(key, new Write(value, null, () -> this.writes.storePut(key, value, ifAbsent, lease, this.work),
				() -> this.writes.remove(key)));
	}

	void loaded(Object key, Object value, Lease lease) {
		add(key, new Write(value, lease, () -> this.writes.storeLoaded(key, value, lease),
				() -> this.writes.remove(key)));
	}

	/**
	 * Removes a key.
	 * @param requested whether to count that: not if it was removed at once as well, and
	 * is only removed again because others may have loaded it since
	 */
	void remove(Object key, boolean requested) {
		add(key, Write.removal(requested ? () -> this.writes.evict(key) : () -> this.writes.remove(key)));
	}

	void clear() {
		this.state = new State(
				new Write(null, null, () -> this.writes.clear(this.work, null), () -> this.writes.clear(null, null)),
				new LinkedHashMap<>());
		applyIfCommitted();
	}

	/**
	 * Takes back the values that belong to the regions: the transaction may have read
	 * them before the change.
	 */
	@Override
	public void changed(Set<String> regions) {
		this.state.writes()
			.replaceAll((key, write) -> (write.value() != null && this.cache.belongsTo(key, regions))
					? Write.removal(() -> this.writes.remove(key)) : write);
	}

	@Override
	public void killed(Change change) {
		this.leases.forEach((held) -> {
			Lease lease = held.getValue();
			lease.label(change.renewed(lease.label()));
		});
	}

	private void add(Object key, Write write) {
		this.state.writes().put(Objects.requireNonNull(key, "key"), write);
		applyIfCommitted();
	}

	private void applyIfCommitted() {
		if (this.work.isCommitted()) {
			afterCommit();
		}
	}

	/**
	 * Takes the right to store what the transaction loads or puts, if it commits and
	 * nobody else writes the key before.
	 */
	Lease lease(Object key) {
		Lease lease = this.writes.lease(key, this.work);
		this.leases.add(Map.entry(key, lease));
		return lease;
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

	@Override
	public void afterCommit() {
		applyAll(true);
	}

	/**
	 * Also applies what was first written in another's {@code afterCommit}. If nobody
	 * knows whether the database was changed, what might be stale must go.
	 */
	@Override
	public void afterCompletion(int status) {
		if (status != STATUS_ROLLED_BACK) {
			applyAll(status == STATUS_COMMITTED);
		}
		this.leases.forEach((held) -> this.writes.giveBack(held.getKey(), held.getValue()));
	}

	private void applyAll(boolean committed) {
		State done = this.state;
		this.state = State.empty();
		if (done.cleared() != null) {
			apply(null, done.cleared(), committed);
		}
		done.writes().forEach((key, write) -> apply(key, write, committed));
	}

	/**
	 * The transaction is over and cannot be told if this fails. Rather than leave what
	 * may be stale, the key is removed, or else everything.
	 */
	private void apply(@Nullable Object key, Write write, boolean committed) {
		if (!succeeds("write", key, committed ? write.apply() : write.undo())) {
			this.cache.counters().failedWrite();
			if (key == null || !succeeds("remove", key, () -> this.writes.remove(key))) {
				succeeds("clear", null, () -> this.writes.clear(null, null));
			}
		}
	}

	private boolean succeeds(String what, @Nullable Object key, Runnable action) {
		try {
			action.run();
			return true;
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to {} {} after a commit and may be stale unless it is removed",
					this.cache.getName(), what, KeyText.logged(key), ex);
			return false;
		}
	}

	/**
	 * The writes of the transaction so far.
	 *
	 * @param cleared how to clear the cache first; {@code null} if it is not to be
	 * @param writes what it did then, by key
	 */
	private record State(@Nullable Write cleared, Map<Object, Write> writes) {

		static State empty() {
			return new State(null, new LinkedHashMap<>());
		}

		State copy() {
			return new State(this.cleared, new LinkedHashMap<>(this.writes));
		}

	}

	/**
	 * A write of the transaction to one key, or to all.
	 *
	 * @param value what the key has to the transaction, in the form in which Spring
	 * stores it; {@code null} if it was removed
	 * @param loaded the right to store the value, if it was loaded
	 * @param apply does it to the cache, after the commit
	 * @param undo does what is safe if nobody knows whether the commit worked
	 */
	record Write(@Nullable Object value, @Nullable Lease loaded, Runnable apply, Runnable undo) {

		static Write removal(Runnable removal) {
			return new Write(null, null, removal, removal);
		}

	}

}
