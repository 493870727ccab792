package dev.yoil.ehcache;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * Everything that writes to one cache other than its loads, which each write voids: what
 * was read before a write is not found after it. Thread-safe; no write waits for a load.
 */
final class CacheWrites {

	private final EntryStore store;

	private final EntryIndex index;

	private final Freshness freshness;

	private final InFlightLoads running;

	private final KeyRegions keyRegions;

	private final Leases leases = new Leases();

	private final WriteStamps stamps = new WriteStamps();

	CacheWrites(EntryStore store, EntryIndex index, Freshness freshness, InFlightLoads running, KeyRegions keyRegions) {
		this.keyRegions = keyRegions;
		this.store = store;
		this.index = index;
		this.freshness = freshness;
		this.running = running;
	}

	/**
	 * Writes one key. Its loads are voided before the write, so that nothing loaded
	 * before is stored after it, and again behind it: a load that began in between may
	 * have found what was just overwritten, and nobody who asks from then on may join it.
	 * @param writer whose own leases hold; {@code null} for nobody's
	 */
	private <T extends @Nullable Object> T write(Object key, @Nullable Object writer, Supplier<T> write) {
		voidLoads(key, writer);
		T result = write.get();
		voidLoads(key, writer);
		return result;
	}

	private void voidLoads(Object key, @Nullable Object writer) {
		this.running.voidLoad(key);
		this.leases.voidAll(key, writer);
		this.stamps.written(key);
	}

	/** Whether the keys are stored or not. */
	void voidLoadsIf(Predicate<Object> keys) {
		this.running.voidIf(keys);
		this.leases.voidIf(keys);
		this.stamps.allWritten();
	}

	/**
	 * Stores a value.
	 * @return whether it is stored: not while the cache is bypassed
	 */
	boolean put(Object key, Object value) {
		StoredEntry entry = new StoredEntry(value, label(key));
		return write(key, null, () -> this.store.put(key, entry));
	}

	/**
	 * Stores a value unless there is one whose time is not over.
	 * @return the entry that was there, {@code null} if there was none
	 */
	@Nullable StoredEntry putIfAbsent(Object key, Object value) {
		StoredEntry entry = new StoredEntry(value, label(key));
		return write(key, null, () -> this.store.putIfAbsent(key, entry));
	}

	/**
	 * Removes an entry because a caller asks for that.
	 * @return whether there was one whose time was not over
	 */
	boolean evict(Object key) {
		// While bypassed nothing can be there, and that says nothing of the key.
		if (this.store.bypassed() == null) {
			this.index.counters().removalRequest(key, this.store.peek(key) != null);
		}
		return remove(key);
	}

	/**
	 * Removes an entry without counting that a caller asked for it.
	 * @return whether there was one whose time was not over
	 */
	boolean remove(Object key) {
		return write(key, null, () -> this.store.remove(key));
	}

	/**
	 * Removes all entries.
	 * @param writer whose own leases hold; {@code null} for nobody's
	 * @param by the operator who does it; {@code null} if none does
	 * @return how many there were whose time was not over
	 */
	long clear(@Nullable TransactionWork writer, @Nullable String by) {
		Change change = this.keyRegions.changeAll();
		if (writer != null) {
			writer.killed(change);
		}
		return this.store.clear(RemovalCause.CLEARED, by);
	}

	/**
	 * Removes the entry that has a place in the order in which keys came.
	 * @return how many entries that removed
	 */
	long remove(Object key, long sequence, String by) {
		return write(key, null, () -> this.index.removals().onBehalfOf(by, () -> this.store.remove(key, sequence)));
	}

	long removeAll(List<Object> keys, String by) {
		return this.index.removals().onBehalfOf(by, () -> keys.forEach(this::remove));
	}

	/**
	 * Has the cache bypassed. To be called by one thread at a time.
	 * @return how many entries left
	 */
	long beginBypass(Bypass bypass) {
		this.store.bypass(bypass);
		this.keyRegions.changeAll();
		return this.store.clear(RemovalCause.BYPASSED, bypass.by());
	}

	/**
	 * Takes the right to store a value that only one transaction loads or puts.
	 * @param owner whose writes do not void it; {@code null} for nobody's
	 */
	Lease lease(Object key, @Nullable TransactionWork owner) {
		Lease lease = new Lease(this.freshness.now(), label(key), owner);
		this.leases.add(key, lease);
		return lease;
	}

	void giveBack(Object key, Lease lease) {
		this.leases.remove(key, lease);
	}

	/**
	 * Stores what a transaction loaded, if its lease still holds.
	 */
	void storeLoaded(Object key, Object value, Lease lease) {
		lease.use(() -> this.store.putLoaded(key, new StoredEntry(value, lease.label(), lease.since()), null));
	}

	long now() {
		return this.freshness.now();
	}

	/**
	 * Takes the label of a key, before its value is read or given.
	 */
	Label label(Object key) {
		return this.keyRegions.label(key);
	}

	/**
	 * {@return what tells later whether a key was written since}
	 */
	long stamp(Object key) {
		return this.stamps.stamp(key);
	}

	/**
	 * Stores what was loaded for one caller only, unless the key was written since its
	 * stamp was given, its regions changed, or somebody else has loaded it meanwhile.
	 */
	void storeLoaded(Object key, StoredEntry loaded, long stamp) {
		CacheCounters counters = this.index.counters();
		boolean held = !loaded.isDead() && this.stamps.ifUnwritten(key, stamp, () -> {
			if (this.store.putLoaded(key, loaded, null) != null) {
				counters.duplicateLoad();
			}
		});
		if (!held) {
			counters.voidedLoad();
		}
	}

	/**
	 * Stores what a transaction has put, if its lease still holds. If somebody wrote the
	 * key since, nobody knows whose commit came last: then it is removed.
	 */
	void storePut(Object key, Object value, boolean ifAbsent, Lease lease, Object owner) {
		StoredEntry entry = new StoredEntry(value, lease.label());
		boolean held = write(key, owner, () -> lease
			.use(ifAbsent ? () -> this.store.putIfAbsent(key, entry) : () -> this.store.put(key, entry)));
		if (!held) {
			remove(key);
		}
	}

}
