package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.spi.WriteGate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of one transaction to one cache. Each is announced with the transaction when
 * it is called, and takes effect after the commit. Until then only the transaction sees
 * it. For the thread of the transaction only.
 */
final class PendingWrites implements TransactionWork.Part {

	private static final Logger LOG = LoggerFactory.getLogger(PendingWrites.class);

	private final String cache;

	private final WriteGate gate;

	private final LocalWrites local;

	private final TransactionWork work;

	private final List<Map.Entry<Object, Lease>> leases = new ArrayList<>();

	private final Map<Object, State> savepoints = new HashMap<>();

	private State state = State.empty();

	PendingWrites(String cache, WriteGate gate, LocalWrites local, TransactionWork work) {
		this.cache = cache;
		this.gate = gate;
		this.local = local;
		this.work = work;
	}

	/**
	 * Returns the transaction's write of a key, or {@code null} if there is none. A value
	 * that the transaction has loaded is dropped once another writer has written the key,
	 * so that it does not become part of a later load.
	 */
	@Nullable Write write(Object key) {
		Write write = this.state.writes().get(key);
		boolean outdated = write != null && write.loaded() != null && write.loaded().isVoid();
		return (write == null || outdated) ? this.state.removal(key) : write;
	}

	void put(Object key, Object value) {
		put(key, value, lease(key));
	}

	private void put(Object key, Object value, Lease lease) {
		announce(key, new Write(this.local.seen(value), null, () -> this.local.storePut(key, value, lease, this.work)));
	}

	/**
	 * Puts a value, unless the key is present or another caller puts a value likewise.
	 * @param removed whether the transaction has removed the key
	 * @return the other value; {@code null} if this one is put
	 */
	@Nullable Object putIfAbsent(Object key, Object value, boolean removed) {
		Claim claim = this.local.claim(key, value, this.work);
		Object present = this.local.hold(key, claim, removed);
		if (present == null) {
			this.leases.add(Map.entry(key, claim));
			put(key, value, claim);
		}
		return present;
	}

	/** Keeps a value that the transaction has loaded, which is not a write. */
	void putLoaded(Object key, Object value, Lease lease) {
		add(key, new Write(this.local.seen(value), lease, () -> this.local.storeLoaded(key, value, lease)));
	}

	void evict(Object key) {
		announce(key, new Write(null, null, () -> this.local.evict(key)));
	}

	/**
	 * Removes a key at once, and again after the commit, because others may have loaded
	 * it in between.
	 * @return whether there was an entry that had not expired
	 */
	boolean evictNow(Object key) {
		return this.gate.write(key, () -> {
			boolean present = this.local.evict(key);
			add(key, removal(key));
			return present;
		});
	}

	private Write removal(Object key) {
		return new Write(null, null, () -> this.local.remove(key));
	}

	void clear() {
		this.gate.writeAll(() -> {
			addClear();
			return null;
		});
	}

	/**
	 * Removes all entries at once, and again after the commit.
	 * @return whether the transaction saw any entry
	 */
	boolean clearNow() {
		return this.gate.writeAll(() -> {
			boolean present = this.local.clear(null) > 0;
			boolean any = (present && this.state.cleared() == null)
					|| this.state.writes().values().stream().anyMatch((write) -> write.value() != null);
			addClear();
			return any;
		});
	}

	private void addClear() {
		this.state = new State(new Write(null, null, () -> this.local.clearCommitted(this.work::killed)),
				new LinkedHashMap<>(), new ArrayList<>());
		applyIfCommitted();
	}

	/**
	 * Removes all matching keys. Earlier writes of these keys are dropped, so that all
	 * writes take effect in their order.
	 */
	void evictIf(Predicate<Object> keys) {
		// Tested first: if a test fails, all writes are kept.
		List<Object> matching = this.state.writes()
			.keySet()
			.stream()
			.filter((key) -> !(key instanceof Matching) && keys.test(key))
			.toList();
		this.gate.writeAll(() -> {
			matching.forEach(this.state.writes()::remove);
			this.state.evicted().add(keys);
			add(new Matching(keys), new Write(null, null, () -> this.local.evictIf(keys, this.work)));
			return null;
		});
	}

	/**
	 * Takes the right to store a value that the transaction loads or puts, provided that
	 * it commits before another writer writes the key.
	 */
	Lease lease(Object key) {
		Lease lease = this.local.lease(key, this.work);
		this.leases.add(Map.entry(key, lease));
		return lease;
	}

	private void announce(Object key, Write write) {
		this.gate.write(key, () -> {
			add(key, write);
			return null;
		});
	}

	private void add(Object key, Write write) {
		// At the end of the order, also if the key was written before.
		this.state.writes().remove(Objects.requireNonNull(key, "key"));
		this.state.writes().put(key, write);
		applyIfCommitted();
	}

	private void applyIfCommitted() {
		if (this.work.isCommitted()) {
			afterCommit();
		}
	}

	/**
	 * Turns values of the changed regions into removals, because the transaction may have
	 * read them before the change.
	 */
	@Override
	public void changed(Set<String> regions) {
		this.state.writes()
			.replaceAll((key,
					write) -> (write.value() != null && (write.isLoadedFrom(regions) || this.local.isIn(key, regions)))
							? removal(key) : write);
	}

	@Override
	public void killed(Change change) {
		for (Map.Entry<Object, Lease> held : this.leases) {
			held.getValue().label(change.renewed(held.getValue().label()));
		}
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
	 * Applies writes that were first made in the {@code afterCommit} of others, and
	 * undoes all writes if the outcome of the commit is unknown.
	 */
	@Override
	public void afterCompletion(int status) {
		if (status != STATUS_ROLLED_BACK) {
			applyAll(status == STATUS_COMMITTED);
		}
		this.leases.forEach((held) -> this.local.giveBack(held.getKey(), held.getValue()));
	}

	private void applyAll(boolean committed) {
		State done = this.state;
		this.state = State.empty();
		if (done.cleared() != null) {
			apply(null, done.cleared(), committed);
		}
		done.writes().forEach((key, write) -> {
			boolean many = key instanceof Matching;
			apply(many ? null : key, write, committed || many);
		});
	}

	/**
	 * Applies one write, or removes its key if the outcome of the commit is unknown. The
	 * caller is beyond its commit and cannot handle a failure: then the key is removed,
	 * and if that fails too, the cache is cleared.
	 */
	private void apply(@Nullable Object key, Write write, boolean committed) {
		if (committed && succeeds("write", key, write.apply())) {
			return;
		}
		if (committed) {
			this.local.failed();
		}
		if (key == null || !succeeds("remove", key, () -> this.local.remove(key))) {
			succeeds("clear", null, () -> this.local.clear(null));
		}
	}

	private boolean succeeds(String operation, @Nullable Object key, Runnable action) {
		try {
			action.run();
			return true;
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Cache '{}' failed to {} {} after a commit and may be stale until it is removed", this.cache,
					operation, KeyText.logged(key), ex);
			return false;
		}
	}

	/**
	 * The writes so far.
	 *
	 * @param cleared clears the cache first; {@code null} if it is not to be cleared
	 * @param writes the later writes by key, or by {@link Matching}
	 * @param evicted the tests of later evictions
	 */
	private record State(@Nullable Write cleared, Map<Object, Write> writes, List<Predicate<Object>> evicted) {

		static State empty() {
			return new State(null, new LinkedHashMap<>(), new ArrayList<>());
		}

		State copy() {
			return new State(this.cleared, new LinkedHashMap<>(this.writes), new ArrayList<>(this.evicted));
		}

		/** Returns the removal of a key that has no write of its own. */
		@Nullable Write removal(Object key) {
			return this.evicted.stream().anyMatch((keys) -> keys.test(key)) ? Write.ABSENT : this.cleared;
		}

	}

	/** Stands for all keys that match. */
	private record Matching(Predicate<Object> keys) {
	}

	/**
	 * A write of one key, of all matching keys, or of all keys.
	 *
	 * @param value the value that the transaction sees; {@code null} if it was removed
	 * @param loaded the lease of the value, if the transaction loaded it
	 * @param apply applies the write to the cache after the commit
	 */
	record Write(@Nullable Object value, @Nullable Lease loaded, Runnable apply) {

		/** A key that the transaction sees as absent. */
		static final Write ABSENT = new Write(null, null, () -> {
		});

		boolean isLoadedFrom(Set<String> regions) {
			return this.loaded != null && this.loaded.label().isIn(regions);
		}

	}

}
