package dev.yoil.ehcache;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.LoadOrigin;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * The writes to one cache on this instance, except those of shared loads. They are not
 * announced: only {@link CacheWrites} and {@link PendingWrites} use them. Each write of a
 * key voids its loads, before it and again after it: a load that began in between may
 * have read the value that was just overwritten, and later callers must not join it.
 * Thread-safe; no write waits for a load.
 */
final class LocalWrites {

	private final EntryStore store;

	private final EntryIndex index;

	private final InFlightLoads running;

	private final CacheValidity validity;

	private final Leases leases = new Leases();

	LocalWrites(EntryStore store, InFlightLoads running, CacheValidity validity) {
		this.validity = validity;
		this.store = store;
		this.index = store.index();
		this.running = running;
	}

	/**
	 * Voids the loads of a key.
	 * @param writer the transaction whose own leases stay valid; {@code null} for none
	 */
	private void voidLoads(Object key, @Nullable Object writer) {
		this.running.voidLoad(key);
		this.leases.voidAll(key, writer);
	}

	/** Voids the loads of all matching keys, whether they have an entry or not. */
	private void voidLoadsIf(Predicate<Object> matching, @Nullable Object writer) {
		this.running.voidIf(matching);
		this.leases.voidIf(matching, writer);
	}

	/**
	 * Stores a value, unless the cache is bypassed. Removes the key if the policy keeps
	 * the value out of the cache.
	 * @return whether it is stored
	 */
	boolean put(Object key, Object value) {
		if (this.store.isDropped(value)) {
			remove(key);
			return false;
		}
		StoredEntry entry = new StoredEntry(value, label(key));
		voidLoads(key, null);
		boolean stored = this.store.put(key, entry);
		voidLoads(key, null);
		written(key, stored);
		return stored;
	}

	/**
	 * Creates a claim to put a value if its key is absent.
	 * @param owner whose writes do not void it
	 */
	Claim claim(Object key, Object value, Object owner) {
		return new Claim(this.store.now(), label(key), value, owner);
	}

	/**
	 * Makes a claim hold its key, unless the key is present or held by another claim. The
	 * owner then gives the claim back.
	 * @param removed whether the owner has removed the key, and so does not see its entry
	 * @return {@code null} if the claim holds the key; otherwise the value that the key
	 * has, or gets from the owner of the other claim
	 */
	@Nullable Object hold(Object key, Claim claim, boolean removed) {
		Claim holding = this.leases.claim(key, claim);
		if (holding != claim) {
			return holding.value();
		}
		Object present = removed ? null : hit(this.store.findGood(key));
		if (present != null) {
			giveBack(key, claim);
		}
		return present;
	}

	private @Nullable Object hit(@Nullable StoredEntry present) {
		if (present == null) {
			return null;
		}
		this.index.counters().hit(present);
		return present.value();
	}

	/**
	 * Stores a claimed value unless there is an entry that has not expired.
	 * @return the value of that entry, or {@code null}
	 */
	@Nullable Object putIfAbsent(Object key, Claim claim) {
		if (this.store.isDropped(claim.value())) {
			return hit(this.store.findGood(key));
		}
		StoredEntry entry = new StoredEntry(claim.value(), claim.label());
		voidLoads(key, claim.owner());
		StoredEntry present = this.store.putIfAbsent(key, entry);
		voidLoads(key, claim.owner());
		written(key, present == null && this.store.bypassed() == null);
		return hit(present);
	}

	/**
	 * Removes a key at the request of a caller, which is counted.
	 * @return whether there was an entry that had not expired
	 */
	boolean evict(Object key) {
		return evict(key, null);
	}

	private boolean evict(Object key, @Nullable Object writer) {
		// While the cache is bypassed, a missing entry says nothing about the key.
		if (this.store.bypassed() == null) {
			boolean present = this.store.peek(key) != null;
			this.index.counters().removalRequest(present);
			this.index.listener().removalRequested(key, present);
		}
		return remove(key, writer);
	}

	/**
	 * Removes all matching keys, at the request of a caller.
	 * @param writer the transaction whose own leases stay valid; {@code null} for none
	 * @return the number of removed entries that had not expired
	 */
	long evictIf(Predicate<Object> matching, @Nullable Object writer) {
		return find(matching, writer).stream().filter((key) -> evict(key, writer)).count();
	}

	/**
	 * Voids the loads of all matching keys, and returns the keys that have an entry.
	 * @param writer the transaction whose own leases stay valid; {@code null} for none
	 */
	List<Object> find(Predicate<Object> matching, @Nullable Object writer) {
		// First: a load that is just storing its value is then found among the entries.
		voidLoadsIf(matching, writer);
		return this.index.keys(matching);
	}

	/**
	 * Removes a key without counting a request.
	 * @return whether there was an entry that had not expired
	 */
	boolean remove(Object key) {
		return remove(key, null);
	}

	private boolean remove(Object key, @Nullable Object writer) {
		voidLoads(key, writer);
		boolean removed = this.store.remove(key);
		voidLoads(key, writer);
		this.index.listener().keyRemoved(key);
		return removed;
	}

	/**
	 * Removes the entry with a sequence number.
	 * @return the number of removed entries
	 */
	long remove(Object key, long sequence, String by) {
		voidLoads(key, null);
		long removed = this.index.onBehalfOf(by, () -> this.store.remove(key, sequence));
		voidLoads(key, null);
		this.index.listener().keyRemoved(key);
		return removed;
	}

	long removeAll(List<Object> keys, String by) {
		return this.index.onBehalfOf(by, () -> keys.forEach(this::remove));
	}

	/**
	 * Removes all entries.
	 * @param by the operator; {@code null} for a caller
	 * @return the number of removed entries that had not expired
	 */
	long clear(@Nullable String by) {
		this.validity.changeAll();
		return this.store.clear(RemovalCause.CLEARED, by);
	}

	/**
	 * Removes all entries after the commit of a transaction.
	 * @param killed receives the change, so that the transaction's own leases stay valid
	 */
	void clearCommitted(Consumer<Change> killed) {
		killed.accept(this.validity.changeAll());
		this.store.clear(RemovalCause.CLEARED, null);
	}

	/** Counts a write that failed after a commit. */
	void failed() {
		this.index.counters().failedWrite();
	}

	private void written(Object key, boolean stored) {
		if (stored) {
			this.index.listener().put(key);
		}
	}

	/**
	 * Begins to bypass the cache. For one thread at a time.
	 * @return the number of removed entries
	 */
	long beginBypass(Bypass bypass) {
		this.store.bypass(bypass);
		this.validity.changeAll();
		return this.store.clear(RemovalCause.BYPASSED, bypass.by());
	}

	/**
	 * Takes a lease for a value that only one caller loads, or that a transaction puts.
	 * @param owner the transaction, whose writes do not void it; {@code null} for none
	 */
	Lease lease(Object key, @Nullable Object owner) {
		Lease lease = new Lease(this.store.now(), label(key), owner);
		this.leases.add(key, lease);
		return lease;
	}

	void giveBack(Object key, Lease lease) {
		this.leases.remove(key, lease);
	}

	/**
	 * Stores a value that a transaction has loaded, if its lease is valid.
	 */
	void storeLoaded(Object key, Object value, Lease lease) {
		lease.use(() -> this.store.putLoaded(key, new StoredEntry(value, lease.label(), lease.since()), null));
	}

	/**
	 * Stores a value that a transaction has put, if its lease is valid. Otherwise another
	 * writer wrote the key, the order of the two commits is unknown, and the key is
	 * removed.
	 */
	void storePut(Object key, Object value, Lease lease, Object owner) {
		if (this.store.isDropped(value)) {
			remove(key, owner);
			return;
		}
		StoredEntry entry = new StoredEntry(value, lease.label());
		voidLoads(key, owner);
		boolean valid = lease.use(() -> written(key, this.store.put(key, entry)));
		voidLoads(key, owner);
		if (!valid) {
			remove(key);
		}
	}

	/**
	 * {@return the value that a transaction sees of its own write; {@code null} if the
	 * policy keeps it out of the cache}
	 */
	@Nullable Object seen(Object value) {
		return this.store.isDropped(value) ? null : value;
	}

	/**
	 * {@return whether a key, or its present value, belongs to any of some regions}
	 */
	boolean isIn(Object key, Set<String> regions) {
		if (regions.isEmpty() || !Collections.disjoint(this.validity.regions(key), regions)) {
			return !regions.isEmpty();
		}
		StoredEntry present = this.store.peek(key);
		return present != null && present.label().isIn(regions);
	}

	/**
	 * {@return whether a value is still stored, and belongs to none of some regions}
	 */
	boolean isOutside(Object key, Object value, Set<String> regions) {
		StoredEntry present = this.store.peek(key);
		return present != null && present.value() == value && !present.label().isIn(regions);
	}

	private Label label(Object key) {
		return this.validity.label(key);
	}

	/**
	 * Begins a load for one caller only.
	 * @return stores the value, unless the key was written or its regions changed since,
	 * or another caller has loaded it
	 */
	Consumer<Object> beginLoad(Object key, LoadObservation observation) {
		Lease lease = lease(key, null);
		observation.started();
		return (value) -> {
			observation.succeeded();
			CacheCounters counters = this.index.counters();
			StoredEntry loaded = new StoredEntry(value, lease.label(), lease.since());
			LoadOrigin origin = observation.origin(lease.since());
			boolean valid = lease.use(() -> {
				if (this.store.putLoaded(key, loaded, null) != null) {
					counters.duplicateLoad();
				}
			});
			giveBack(key, lease);
			if (valid) {
				this.store.loaded(loaded, origin);
			}
			else {
				counters.voidedLoad();
			}
		};
	}

}
