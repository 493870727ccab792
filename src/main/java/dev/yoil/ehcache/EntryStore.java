package dev.yoil.ehcache;

import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.RemovalCause;
import dev.yoil.ehcache.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one cache, in Ehcache and in the entry index, and what the policy says
 * of them. Thread-safe; nothing here waits for a load.
 */
final class EntryStore {

	/** How long a value that could not be loaded anew is not tried again. */
	private static final long RETRY_MILLIS = 1_000;

	private final CachePolicy policy;

	private final Cache<Object, StoredEntry> entries;

	private final EntryIndex index;

	/** What Ehcache was told is the time of the operation that gave an entry. */
	private final ClockTimeSource time;

	/**
	 * Shared by those who store a value, exclusive for the one who empties the cache:
	 * both the store and the page of the entry index are exchanged then, and a value must
	 * not land in only one of them. Never held while a value is loaded.
	 */
	private final ReadWriteLock emptying = new ReentrantReadWriteLock();

	/** Begins under the exclusive lock, together with being empty. */
	private volatile @Nullable Bypass bypassed;

	EntryStore(CachePolicy policy, Cache<Object, StoredEntry> entries, EntryIndex index, ClockTimeSource time) {
		this.policy = policy;
		this.entries = entries;
		this.index = index;
		this.time = time;
	}

	/**
	 * Returns the time, in milliseconds since the epoch.
	 */
	long now() {
		return this.time.now();
	}

	Cache<Object, StoredEntry> entries() {
		return this.entries;
	}

	/**
	 * Returns the sleep of the cache, {@code null} while it is awake. A cache that is
	 * asleep has nothing and stores nothing.
	 */
	@Nullable Bypass bypassed() {
		return this.bypassed;
	}

	/**
	 * Removes all entries and stores no more.
	 * @return how many there were whose time was not over
	 */
	long beginBypass(Bypass bypass) {
		Map<Object, StoredEntry> page;
		this.emptying.writeLock().lock();
		try {
			page = emptied();
			this.bypassed = bypass;
		}
		finally {
			this.emptying.writeLock().unlock();
		}
		return this.index.removedAll(page, RemovalCause.BYPASSED, bypass.by(), now());
	}

	void endBypass() {
		this.bypassed = null;
	}

	/**
	 * Finds an entry, which counts as access. It may be kept for the case of an error
	 * only.
	 */
	@Nullable StoredEntry find(Object key) {
		return (this.bypassed == null) ? this.entries.get(key) : null;
	}

	/**
	 * Finds an entry whose time is not over.
	 */
	@Nullable StoredEntry findGood(Object key) {
		StoredEntry entry = find(key);
		return (entry != null && !isStale(entry)) ? entry : null;
	}

	/**
	 * Tells whether the time of an entry that this thread has just found is over. Without
	 * {@code stale-if-error} Ehcache does not give such entries.
	 */
	boolean isStale(StoredEntry entry) {
		return this.policy.staleIfError() != null && this.index.expiry(entry).passed(this.time.told());
	}

	/**
	 * Tells whether a good entry that this thread has just found is so old that its value
	 * should be loaded anew.
	 */
	boolean isDueForRefresh(StoredEntry entry) {
		if (this.policy.refreshAfter() == null) {
			return false;
		}
		long now = this.time.told();
		return now - entry.createdAt() >= this.policy.refreshAfter().toMillis() && now >= entry.retryAt();
	}

	/**
	 * Tells whether loading the value of an entry that this thread has just found may be
	 * tried again, after it failed before.
	 */
	boolean isDueForRetry(StoredEntry entry) {
		return this.time.told() >= entry.retryAt();
	}

	/**
	 * Tells whether the value of a key could not be loaded for the first time, without
	 * counting as access.
	 * @param error whether an {@link Error} ended the load
	 */
	boolean isNews(Object key, boolean error) {
		StoredEntry entry = this.index.find(key);
		return entry == null || entry.retryAt() == 0 || entry.failedWithError() != error;
	}

	/**
	 * Notes that the value of a key could not be loaded, without counting as access.
	 * @param error whether an {@link Error} ended the load: until it can be loaded again,
	 * or fails in another way, nothing past its time is served instead
	 */
	void loadFailed(Object key, boolean error) {
		StoredEntry entry = this.index.find(key);
		if (entry != null) {
			entry.failedWithError(error);
			entry.retryAt(now() + RETRY_MILLIS);
		}
	}

	/**
	 * Notes that nobody could try to load the value of a key anew, without counting as
	 * access.
	 * @return whether that is news
	 */
	boolean retryLater(Object key) {
		StoredEntry entry = this.index.find(key);
		if (entry == null) {
			return true;
		}
		boolean news = entry.retryAt() == 0;
		entry.retryAt(now() + RETRY_MILLIS);
		return news;
	}

	/**
	 * Finds what may be served instead of a value that cannot be loaded, without counting
	 * as access.
	 */
	@Nullable Answer instead(Object key) {
		StoredEntry entry = (this.bypassed == null) ? this.index.find(key) : null;
		if (entry == null) {
			return null;
		}
		long now = now();
		Expiry expiry = this.index.expiry(entry);
		if (!expiry.passed(now)) {
			return new Answer(entry.value(), false);
		}
		return (!entry.failedWithError() && now < this.policy.keptUntil(entry.lifetime(), expiry))
				? new Answer(entry.value(), true) : null;
	}

	/**
	 * Tells for how many milliseconds an entry is still good if nobody asks for it again;
	 * {@link Long#MAX_VALUE} for ever.
	 */
	long timeLeft(StoredEntry entry) {
		Expiry expiry = this.index.expiry(entry);
		return (expiry.by() != null) ? expiry.at() - now() : Long.MAX_VALUE;
	}

	void put(Object key, Object value) {
		this.emptying.readLock().lock();
		try {
			if (this.bypassed == null) {
				this.entries.put(key, new StoredEntry(value));
			}
		}
		finally {
			this.emptying.readLock().unlock();
		}
	}

	/**
	 * Stores what was loaded, unless something else was stored while it was, or a
	 * calendar moment came: then it is of the day before.
	 * @param since when the load began
	 * @param replaced what it takes the place of; {@code null} if nothing good was there
	 */
	void putLoaded(Object key, Object value, long since, @Nullable StoredEntry replaced) {
		if (this.policy.until() != null && this.policy.until().next(since) <= now()) {
			return;
		}
		StoredEntry entry = new StoredEntry(value, since);
		if (replaced == null || !replace(key, replaced, entry)) {
			putIfAbsent(key, entry);
		}
	}

	private boolean replace(Object key, StoredEntry replaced, StoredEntry entry) {
		this.emptying.readLock().lock();
		try {
			return this.bypassed == null && this.entries.replace(key, replaced, entry);
		}
		finally {
			this.emptying.readLock().unlock();
		}
	}

	/**
	 * Stores a value unless there is one whose time is not over.
	 * @return the entry that was there, {@code null} if the value was stored or the cache
	 * is asleep
	 */
	@Nullable StoredEntry putIfAbsent(Object key, Object value) {
		return putIfAbsent(key, new StoredEntry(value));
	}

	private @Nullable StoredEntry putIfAbsent(Object key, StoredEntry entry) {
		this.emptying.readLock().lock();
		try {
			while (this.bypassed == null) {
				StoredEntry present = this.entries.putIfAbsent(key, entry);
				if (present == null || !isStale(present)) {
					return present;
				}
				if (this.entries.replace(key, present, entry)) {
					return null;
				}
			}
			return null;
		}
		finally {
			this.emptying.readLock().unlock();
		}
	}

	void remove(Object key) {
		this.entries.remove(key);
	}

	/**
	 * Removes an entry.
	 * @return whether there was one whose time was not over
	 */
	boolean removePresent(Object key) {
		// Ehcache's unconditional removal does not say whether there was something.
		StoredEntry tried = null;
		StoredEntry entry = this.index.find(key);
		while (entry != null && entry != tried && !this.index.expiry(entry).passed(now())) {
			if (this.entries.remove(key, entry)) {
				return true;
			}
			tried = entry;
			entry = this.index.find(key);
		}
		this.entries.remove(key);
		return false;
	}

	/**
	 * Removes the entry that has a place in the order in which keys came, unless another
	 * one has its key by now.
	 */
	void remove(Object key, long sequence) {
		StoredEntry tried = null;
		StoredEntry entry = this.index.find(key);
		while (entry != null && entry != tried && entry.sequence() == sequence) {
			if (this.entries.remove(key, entry)) {
				return;
			}
			// Its value may just have been replaced, which leaves it its place.
			tried = entry;
			entry = this.index.find(key);
		}
	}

	/**
	 * Removes all entries at once.
	 * @param by who does it by hand, {@code null} if nobody does
	 * @return how many there were whose time was not over
	 */
	long clear(@Nullable String by) {
		Map<Object, StoredEntry> page;
		this.emptying.writeLock().lock();
		try {
			page = emptied();
		}
		finally {
			this.emptying.writeLock().unlock();
		}
		return this.index.removedAll(page, RemovalCause.CLEARED, by, now());
	}

	private Map<Object, StoredEntry> emptied() {
		this.entries.clear();
		return this.index.drain();
	}

}
