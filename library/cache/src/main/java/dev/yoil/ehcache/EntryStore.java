package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Cell;
import dev.yoil.ehcache.spi.LoadOrigin;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.ehcache.Cache;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one cache, in Ehcache and in the entry index. Thread-safe; no method
 * waits for a load.
 */
final class EntryStore {

	/** So few are removed in less time than another thread takes to start. */
	private static final int FEW = 500;

	private final Cache<HashedKey, StoredEntry> entries;

	private final EntryIndex index;

	private final Freshness freshness;

	/** Removes dead entries in the background. */
	private final Executor removals;

	private volatile @Nullable Bypass bypass;

	EntryStore(Cache<HashedKey, StoredEntry> entries, EntryIndex index, Freshness freshness, Executor removals) {
		this.entries = entries;
		this.index = index;
		this.freshness = freshness;
		this.removals = removals;
	}

	Cache<HashedKey, StoredEntry> entries() {
		return this.entries;
	}

	/**
	 * {@return since when and by whom the cache is bypassed, {@code null} if it is not; a
	 * bypassed cache finds and stores nothing}
	 */
	@Nullable Bypass bypassed() {
		return this.bypass;
	}

	/** Begins a bypass. The caller then clears the cache. */
	void bypass(Bypass begun) {
		this.bypass = begun;
	}

	void endBypass() {
		this.bypass = null;
	}

	/**
	 * Removes all dead entries, after a change of the region of the whole cache.
	 * @param by the operator who does it; {@code null} if none does
	 * @return how many of them had not expired
	 */
	long clear(RemovalCause cause, @Nullable String by) {
		return this.index.clearDead(cause, by, this.freshness.now(), this::removeFromEhcache);
	}

	private boolean removeFromEhcache(StoredEntry entry) {
		return this.entries.remove(new HashedKey(entry.key()), entry);
	}

	/**
	 * Finds an entry, which counts as access. The entry may be stale.
	 * @param stamp a stamp of the policy
	 */
	@Nullable StoredEntry find(Object key, int stamp) {
		StoredEntry entry = (this.bypass == null) ? this.entries.get(new HashedKey(key)) : null;
		if (entry != null && this.freshness.isEnded(entry, stamp)) {
			end(entry);
			entry = null;
		}
		return isLive(entry) ? entry : null;
	}

	private void end(StoredEntry entry) {
		remove(entry, this.index.causeOfExpiry(entry));
	}

	/**
	 * Removes an entry from Ehcache, which reports it to the index. In the other order, a
	 * scan of the index could miss an entry that callers still find.
	 */
	private void remove(StoredEntry entry, RemovalCause cause) {
		entry.leaving(cause);
		if (!removeFromEhcache(entry)) {
			// It is leaving for another reason, if that was not reported already.
			this.index.left(entry, this.freshness.now());
		}
	}

	private static boolean isLive(@Nullable StoredEntry entry) {
		return entry != null && !entry.isDead();
	}

	/** Tells how a value that was just loaded was loaded, unless it was not stored. */
	void loaded(StoredEntry entry, LoadOrigin origin) {
		if (entry.version() != 0) {
			this.index.listener().loadStored(entry.key(), entry.version(), entry.createdAt(), origin);
		}
	}

	/** Finds a fresh entry, which counts as access. */
	@Nullable StoredEntry findGood(Object key) {
		boolean valid = this.freshness.isValid();
		int stamp = this.freshness.stamp();
		StoredEntry entry = find(key, stamp);
		return (entry != null && valid && !this.freshness.isStale(entry, stamp)) ? entry : null;
	}

	/** Finds an entry, expired or not, without counting as access. */
	@Nullable StoredEntry peek(Object key) {
		StoredEntry entry = this.index.find(key);
		return isLive(entry) ? entry : null;
	}

	/**
	 * Stores a value, unless the cache is bypassed.
	 * @return whether it did
	 */
	boolean put(Object key, StoredEntry entry) {
		if (this.bypass != null) {
			return false;
		}
		this.freshness.limit(key, entry);
		this.entries.put(new HashedKey(key), entry);
		stored(key, entry);
		return true;
	}

	/**
	 * Stores a loaded value, unless it is outdated or another was stored during the load.
	 * @param replaced the entry to replace; {@code null} if there was no good one
	 * @return the good entry that another thread stored; {@code null} if there is none
	 */
	@Nullable StoredEntry putLoaded(Object key, StoredEntry entry, @Nullable StoredEntry replaced) {
		if (this.freshness.isOutdated(entry.readSince())) {
			return null;
		}
		this.freshness.limit(key, entry);
		if (replaced != null && this.bypass == null && this.entries.replace(new HashedKey(key), replaced, entry)) {
			stored(key, entry);
			return null;
		}
		return putLimited(key, entry);
	}

	/**
	 * Stores a value unless there is a good one.
	 * @return the good entry; {@code null} if the value was stored or the cache is
	 * bypassed
	 */
	@Nullable StoredEntry putIfAbsent(Object key, StoredEntry entry) {
		this.freshness.limit(key, entry);
		return putLimited(key, entry);
	}

	private @Nullable StoredEntry putLimited(Object key, StoredEntry entry) {
		HashedKey stored = new HashedKey(key);
		try {
			while (this.bypass == null) {
				boolean valid = this.freshness.isValid();
				int stamp = this.freshness.stamp();
				StoredEntry present = this.entries.putIfAbsent(stored, entry);
				if (present == null || (valid && !present.isDead() && !this.freshness.isStale(present, stamp)
						&& !this.freshness.isEnded(present, stamp))) {
					return present;
				}
				if (this.entries.replace(stored, present, entry)) {
					return null;
				}
			}
			return null;
		}
		finally {
			stored(key, entry);
		}
	}

	/**
	 * Makes room after a store. Removes the entry if its region has just changed: the
	 * change may have looked for entries before.
	 */
	private void stored(Object key, StoredEntry entry) {
		makeRoom(key);
		if (entry.isDead()) {
			this.entries.remove(new HashedKey(key), entry);
		}
	}

	/**
	 * Removes the entries that carry a dead cell: at once if they are few, else in the
	 * background.
	 */
	void removeDead(Cell cell) {
		Set<Object> dead = this.index.entriesOf(cell);
		if (dead == null) {
			return;
		}
		Runnable removal = this.index.removal(dead, cell.isOverlapping(), this::removeDead);
		if (dead.size() <= FEW) {
			removal.run();
		}
		else {
			this.removals.execute(removal);
		}
	}

	private void removeDead(StoredEntry entry) {
		remove(entry, RemovalCause.REMOVED);
	}

	/** Measures a value that has grown, and makes room for it. */
	void grown(Object key) {
		this.index.grown(key);
		makeRoom(key);
	}

	/**
	 * Evicts entries from a heap that is counted in bytes: Ehcache counts entries.
	 * @param stored the key that was just stored
	 */
	private void makeRoom(Object stored) {
		StoredEntry surplus = this.index.surplus(stored);
		while (surplus != null) {
			evict(surplus);
			surplus = this.index.surplus(stored);
		}
	}

	private void evict(StoredEntry entry) {
		remove(entry, RemovalCause.EVICTED);
	}

	/**
	 * Changes policy and capacity. For one thread at a time.
	 * @param present the declaration in effect
	 */
	void apply(DeclaredCache present, DeclaredCache next) {
		if (!next.policy().equals(present.policy())) {
			this.freshness.change(next.policy(), () -> this.index.all().forEach(this::recount));
		}
		if (!Objects.equals(next.capacity(), present.capacity())
				|| !Objects.equals(next.capacityBytes(), present.capacityBytes())) {
			capacity(next.capacity(), next.capacityBytes());
		}
	}

	/**
	 * Changes the capacity. The least recently used entries that do not fit are evicted
	 * at once; Ehcache alone would evict two with each later put.
	 * @param entries the capacity in entries; {@code null} if the heap counts bytes
	 * @param bytes the capacity in bytes; {@code null} if the heap counts entries
	 */
	void capacity(@Nullable Long entries, @Nullable Long bytes) {
		if (bytes != null) {
			this.index.capacityBytes(bytes);
		}
		BooleanSupplier full = (entries != null) ? () -> this.index.held() > entries : this.index::isOverfull;
		evictWhile(full);
		if (entries != null) {
			this.entries.getRuntimeConfiguration().updateResourcePools(ResourcePoolsBuilder.heap(entries).build());
			// Others may have stored entries before Ehcache knew.
			evictWhile(full);
		}
	}

	private void evictWhile(BooleanSupplier full) {
		while (full.getAsBoolean() && this.index.held() > 0) {
			// The times are copied, because readers change them during the sort.
			List<Map.Entry<Long, StoredEntry>> used = new ArrayList<>();
			this.index.all()
				.forEach((entry) -> used
					.add(Map.entry(entry.isDead() ? Long.MIN_VALUE : entry.lastAccessedAt(), entry)));
			used.sort(Map.Entry.<Long, StoredEntry>comparingByKey()
				.thenComparingLong((each) -> each.getValue().sequence()));
			Iterator<Map.Entry<Long, StoredEntry>> next = used.iterator();
			while (next.hasNext() && full.getAsBoolean()) {
				evict(next.next().getValue());
			}
		}
	}

	/**
	 * Recalculates the expiry of an entry in Ehcache by the present policy. An access can
	 * only postpone the expiry there, so the entry replaces itself.
	 */
	private void recount(StoredEntry entry) {
		HashedKey key = new HashedKey(entry.key());
		this.freshness.atLastAccess(entry, () -> this.entries.replace(key, entry, entry));
		if (this.freshness.isOver(entry)) {
			end(entry);
		}
	}

	/**
	 * {@return whether it removed an entry that had not expired}
	 */
	boolean remove(Object key) {
		// Ehcache's unconditional removal does not tell whether there was an entry.
		boolean removed = removeIf(key, (entry) -> !this.freshness.isExpired(entry));
		if (!removed) {
			this.entries.remove(new HashedKey(key));
		}
		return removed;
	}

	/**
	 * Removes the entry with a place in the insertion order, unless it has left already.
	 */
	void remove(Object key, long sequence) {
		removeIf(key, (entry) -> entry.sequence() == sequence);
	}

	private boolean removeIf(Object key, Predicate<StoredEntry> condition) {
		StoredEntry tried = null;
		StoredEntry entry = peek(key);
		while (entry != null && entry != tried && condition.test(entry)) {
			if (removeFromEhcache(entry)) {
				return true;
			}
			// Its value may just have been replaced, which keeps the place.
			tried = entry;
			entry = peek(key);
		}
		return false;
	}

}
