package dev.yoil.ehcache;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.spi.WriteGate;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * The writes to one cache. There is no other way to write it: these take effect at once,
 * and {@link #pending()} has those that take effect after the commit of a transaction.
 * Both pass the {@link WriteGate}, so no caller can forget to announce a write.
 * Thread-safe; no write waits for a load.
 */
final class CacheWrites implements CacheOperations {

	private final String cache;

	/** Shared by the caches of one manager: a transaction has one work for them. */
	private final Object manager;

	private final WriteGate gate;

	private final LocalWrites local;

	private final EntryStore store;

	private final EntryIndex index;

	private final LoadRunner runner;

	CacheWrites(String cache, Object manager, WriteGate gate, LocalWrites local, EntryStore store, LoadRunner runner) {
		this.cache = cache;
		this.manager = manager;
		this.gate = gate;
		this.local = local;
		this.store = store;
		this.index = store.index();
		this.runner = runner;
	}

	/**
	 * Returns the writes of the calling thread's transaction, creating them if needed.
	 */
	PendingWrites pending() {
		return TransactionWork.part(this.manager, this,
				(work) -> new PendingWrites(this.cache, this.gate, this.local, work));
	}

	/**
	 * Returns the writes of the calling thread's transaction, or {@code null} if there
	 * are none.
	 */
	@Nullable PendingWrites findPending() {
		return (PendingWrites) TransactionWork.find(this.manager, this);
	}

	/**
	 * {@return whether the calling thread's transaction has changed a region of a key}
	 */
	boolean isChangedByTransaction(Object key) {
		return this.local.isIn(key, TransactionWork.changed(this.manager));
	}

	/**
	 * {@return whether a value that was found is not known to have the changes of the
	 * calling thread's transaction}
	 */
	boolean lacksChanges(Object key, Object value) {
		Set<String> changed = TransactionWork.changed(this.manager);
		return !changed.isEmpty() && !this.local.isOutside(key, value, changed);
	}

	/**
	 * Stores a value, unless the cache is bypassed.
	 */
	void put(Object key, Object value) {
		this.gate.write(key, () -> this.local.put(key, value));
	}

	/**
	 * Stores a value unless the key has one, or gets one from a transaction that was
	 * first.
	 * @return that value, or {@code null}
	 */
	@Nullable Object putIfAbsent(Object key, Object value) {
		Claim claim = this.local.claim(key, value, new Object());
		Object present = this.local.hold(key, claim, false);
		if (present != null) {
			// Nothing is announced if nothing is written.
			return present;
		}
		try {
			return this.gate.write(key, () -> this.local.putIfAbsent(key, claim));
		}
		finally {
			this.local.giveBack(key, claim);
		}
	}

	/**
	 * Removes a key at the request of a caller, which is counted.
	 * @return whether there was an entry that had not expired
	 */
	boolean evict(Object key) {
		return this.gate.write(key, () -> this.local.evict(key));
	}

	/**
	 * Removes all matching keys, at the request of a caller. Other instances and tiers
	 * remove all keys, because they cannot test them.
	 */
	void evictIf(Predicate<Object> matching) {
		this.gate.writeAll(() -> this.local.evictIf(matching, null));
	}

	/**
	 * Removes all entries.
	 * @return the number of removed entries that had not expired
	 */
	long clear() {
		return this.gate.writeAll(() -> this.local.clear(null));
	}

	@Override
	public Removed remove(long sequence, String by) {
		List<Object> keys = this.index.entry(sequence).<Object>map(Map.Entry::getKey).stream().toList();
		return new Removed(keys,
				keys.isEmpty() ? 0 : this.gate.remove(keys, () -> this.local.remove(keys.get(0), sequence, by)));
	}

	@Override
	public Removed remove(Predicate<Object> matching, String by) {
		List<Object> keys = this.local.find(matching, null);
		return new Removed(keys, this.gate.remove(keys, () -> this.local.removeAll(keys, by)));
	}

	@Override
	public long clear(String by) {
		return this.gate.removeAll(() -> this.local.clear(by));
	}

	@Override
	public Removed removeEverywhere(Predicate<Object> matching, String by) {
		List<Object> keys = this.local.find(matching, null);
		return new Removed(keys,
				keys.stream()
					.mapToLong((key) -> this.gate.write(key, () -> this.local.removeAll(List.of(key), by)))
					.sum());
	}

	@Override
	public long clearEverywhere(String by) {
		return this.gate.writeAll(() -> this.local.clear(by));
	}

	@Override
	public Bypassed bypass(String by) {
		// Locked, so that the bypass cannot end before the last load is void.
		synchronized (this.store) {
			Bypass present = this.store.bypassed();
			if (present != null) {
				return new Bypassed(present, false, 0);
			}
			Bypass bypass = new Bypass(Instant.ofEpochMilli(this.store.time().toWall(this.store.now())), by);
			return new Bypassed(bypass, true, this.gate.bypass(() -> this.local.beginBypass(bypass)));
		}
	}

	@Override
	public boolean endBypass() {
		synchronized (this.store) {
			boolean bypassed = this.store.bypassed() != null;
			this.store.endBypass();
			return bypassed;
		}
	}

	@Override
	public void grown(Object key) {
		this.store.grown(key);
	}

	@Override
	public void attach(LowerLevel level) {
		this.runner.attach(level);
	}

	/**
	 * Begins a load for one caller only. What it stores is not a write.
	 * @return stores the value, unless the key was written or its regions changed since,
	 * or another caller has loaded it
	 */
	Consumer<Object> beginLoad(Object key, LoadObservation observation) {
		return this.local.beginLoad(key, observation);
	}

}
