package dev.yoil.ehcache;

import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Cell;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one cache, in Ehcache and in the entry index. Thread-safe; nothing here
 * waits for a load.
 */
final class EntryStore {

	/** So many are removed in less time than another thread takes to begin. */
	private static final int FEW = 500;

	private final Cache<StoredKey, StoredEntry> entries;

	private final EntryIndex index;

	private final Freshness freshness;

	private final Unsettled unsettled;

	private volatile @Nullable Bypass bypass;

	EntryStore(Cache<StoredKey, StoredEntry> entries, EntryIndex index, Freshness freshness, Unsettled unsettled) {
		this.entries = entries;
		this.index = index;
		this.freshness = freshness;
		this.unsettled = unsettled;
	}

	Cache<StoredKey, StoredEntry> entries() {
		return this.entries;
	}

	/**
	 * {@return since when the cache is bypassed and by whom, {@code null} if it is not; a
	 * bypassed cache has nothing and stores nothing}
	 */
	@Nullable Bypass bypassed() {
		return this.bypass;
	}

	/**
	 * Finds and stores nothing from here on. What was found before is to be cleared then.
	 */
	void bypass(Bypass begun) {
		this.bypass = begun;
	}

	void endBypass() {
		this.bypass = null;
	}

	/**
	 * Removes all entries that are dead, because the region of the whole cache has
	 * changed.
	 * @param by the operator who does it, {@code null} if none does
	 * @return how many there were whose time was not over
	 */
	long clear(RemovalCause cause, @Nullable String by) {
		long cleared = this.index.clearDead(cause, by, this.freshness.now(),
				(key, entry) -> this.entries.remove(new StoredKey(key), entry));
		this.unsettled.settleAll();
		return cleared;
	}

	/**
	 * Finds an entry, which counts as access. It may be kept for the case of an error
	 * only.
	 */
	@Nullable StoredEntry find(Object key) {
		StoredEntry entry = (this.bypass == null) ? this.entries.get(new StoredKey(key)) : null;
		if (entry != null && this.freshness.isEnded(entry)) {
			// First in the index, which then takes what Ehcache reports for known.
			this.index.expired(key, entry, this.freshness.now());
			this.entries.remove(new StoredKey(key), entry);
			entry = null;
		}
		this.unsettled.settleAll();
		return isLive(entry) ? entry : null;
	}

	private static boolean isLive(@Nullable StoredEntry entry) {
		return entry != null && !entry.isDead();
	}

	/**
	 * Finds an entry that may be served as fresh, which counts as access.
	 */
	@Nullable StoredEntry findGood(Object key) {
		boolean valid = this.freshness.isValid();
		StoredEntry entry = find(key);
		return (entry != null && valid && !this.freshness.isStale(entry)) ? entry : null;
	}

	/** Finds an entry, whether its time is over or not, without counting as access. */
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
		this.entries.put(new StoredKey(key), entry);
		stored(key, entry);
		return true;
	}

	/**
	 * Stores what was loaded, unless something else was stored meanwhile, or it is
	 * outdated.
	 * @param replaced what it takes the place of; {@code null} if nothing good was there
	 * @return what was stored meanwhile and is good; {@code null} if nothing was
	 */
	@Nullable StoredEntry putLoaded(Object key, StoredEntry entry, @Nullable StoredEntry replaced) {
		if (this.freshness.isOutdated(entry.readSince())) {
			return null;
		}
		if (replaced != null && this.bypass == null && this.entries.replace(new StoredKey(key), replaced, entry)) {
			stored(key, entry);
			return null;
		}
		return putIfAbsent(key, entry);
	}

	/**
	 * Stores a value unless there is one whose time is not over.
	 * @return the entry that was there, {@code null} if the value was stored or the cache
	 * is bypassed
	 */
	@Nullable StoredEntry putIfAbsent(Object key, StoredEntry entry) {
		StoredKey stored = new StoredKey(key);
		try {
			while (this.bypass == null) {
				boolean valid = this.freshness.isValid();
				StoredEntry present = this.entries.putIfAbsent(stored, entry);
				if (present == null || (valid && !present.isDead() && !this.freshness.isStale(present)
						&& !this.freshness.isEnded(present))) {
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
	 * Makes room after a store. Removes the entry again if its region has changed just
	 * now: the change may have looked for entries before.
	 */
	private void stored(Object key, StoredEntry entry) {
		makeRoom(key);
		if (entry.isDead()) {
			this.entries.remove(new StoredKey(key), entry);
			this.unsettled.settleAll();
		}
	}

	/**
	 * Removes the entries that carry a dead cell: at once if they are few, else in the
	 * background.
	 */
	void removeDead(Cell cell) {
		Map<Object, Object> dead = cell.entries(this.index);
		if (dead == null) {
			return;
		}
		Runnable removal = this.index.removal(dead, this::removeDead);
		if (dead.size() <= FEW) {
			removal.run();
		}
		else {
			Thread thread = new Thread(removal, "yoil-cache-removal");
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void removeDead(Object key, StoredEntry entry) {
		if (!this.entries.remove(new StoredKey(key), entry)) {
			// It is just leaving for another reason, if that was not reported already.
			this.index.removed(key, entry, RemovalCause.REMOVED, this.freshness.now());
		}
		this.unsettled.settleAll();
	}

	/**
	 * Counts the bytes of a value again that has grown, and makes room for it.
	 */
	void grown(Object key) {
		this.index.grown(key);
		makeRoom(key);
	}

	/**
	 * Evicts what a heap that is counted in bytes cannot hold: Ehcache counts entries.
	 * @param stored the key that was just stored
	 */
	private void makeRoom(Object stored) {
		this.unsettled.settleAll();
		Map.Entry<Object, StoredEntry> surplus = this.index.surplus(stored);
		while (surplus != null) {
			// First in the index, as above.
			this.index.evicted(surplus.getKey(), surplus.getValue(), this.freshness.now());
			this.entries.remove(new StoredKey(surplus.getKey()), surplus.getValue());
			this.unsettled.settleAll();
			surplus = this.index.surplus(stored);
		}
	}

	/**
	 * {@return whether it removed an entry whose time was not over}
	 */
	boolean remove(Object key) {
		// Ehcache's unconditional removal does not tell whether there was something.
		boolean removed = removeIf(key, (entry) -> !this.freshness.isExpired(entry));
		if (!removed) {
			this.entries.remove(new StoredKey(key));
		}
		this.unsettled.settleAll();
		return removed;
	}

	/**
	 * Removes the entry that has a place in the order in which keys came, unless another
	 * one has its key by now.
	 */
	void remove(Object key, long sequence) {
		removeIf(key, (entry) -> entry.sequence() == sequence);
		this.unsettled.settleAll();
	}

	private boolean removeIf(Object key, Predicate<StoredEntry> that) {
		StoredEntry tried = null;
		StoredEntry entry = peek(key);
		while (entry != null && entry != tried && that.test(entry)) {
			if (this.entries.remove(new StoredKey(key), entry)) {
				return true;
			}
			// Its value may just have been replaced, which leaves it its place.
			tried = entry;
			entry = peek(key);
		}
		return false;
	}

}
