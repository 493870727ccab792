package dev.yoil.ehcache.index;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ExpiryCause;
import org.jspecify.annotations.Nullable;

/**
 * The book of one cache: a second index of the very entries that Ehcache holds, by key
 * and in the order in which their keys came, and counts of what happened. Reading it
 * never touches Ehcache, which has no way to be read without counting a hit or dropping
 * what is expired.
 * <p>
 * Thread-safe. Entries are entered under Ehcache's lock on their key and struck out when
 * Ehcache reports that they left, each exactly once; at rest the book and the cache hold
 * the same entries.
 */
public final class EntryIndex {

	private final LongAdder hits = new LongAdder();

	private final LongAdder misses = new LongAdder();

	/** Among the misses, and counted after them. */
	private final LongAdder bypasses = new LongAdder();

	private final LongAdder puts = new LongAdder();

	private final LongAdder evictions = new LongAdder();

	private final LongAdder expirations = new LongAdder();

	private final LongAdder explicitRemovals = new LongAdder();

	/** Apart from those that failed, so that neither count ever goes back. */
	private final LongAdder succeededLoads = new LongAdder();

	private final LongAdder failedLoads = new LongAdder();

	private final LongAdder loadNanos = new LongAdder();

	private final LongAdder failedLoadNanos = new LongAdder();

	private final LongAdder sharedLoads = new LongAdder();

	private final LongAdder staleServed = new LongAdder();

	private final LongAdder failedWrites = new LongAdder();

	private final RemovalLog removals = new RemovalLog();

	/** Ehcache reports a removal to the thread that removes, before it goes on. */
	@SuppressWarnings("ThreadLocalUsage") // each cache has its own, and no thread keeps
											// one
	private final ThreadLocal<@Nullable Remover> remover = new ThreadLocal<>();

	private final EvictedKeys evictedKeys = new EvictedKeys();

	private final RemovalRequests removalRequests = new RemovalRequests();

	private final CachePolicy policy;

	private volatile Generation generation = new Generation(0);

	/**
	 * Creates an empty book.
	 * @param policy when the entries of the cache expire
	 */
	public EntryIndex(CachePolicy policy) {
		this.policy = policy;
	}

	/**
	 * Enters the first value of a key. To be called under the cache's lock on the key.
	 * @param key the key
	 * @param entry an entry that was never entered before
	 * @param now milliseconds since the epoch
	 */
	public void created(Object key, StoredEntry entry, long now) {
		entry.enter(1, now, this.policy.lifetime(now, entry.readSince()));
		this.puts.increment();
		this.evictedKeys.forget(key);
		StoredEntry previous = this.generation.add(key, entry);
		// Ehcache says nothing when a new value takes the place of an expired one. Any
		// other previous entry is just leaving, and whoever removes it will say why.
		if (previous != null && expiry(previous).passed(now)) {
			expired(key, previous, now);
		}
	}

	/**
	 * Enters a value that replaces another. To be called under the cache's lock on the
	 * key.
	 * @param key the key
	 * @param replaced the entry it replaces
	 * @param entry an entry that was never entered before
	 * @param now milliseconds since the epoch
	 */
	public void updated(Object key, StoredEntry replaced, StoredEntry entry, long now) {
		entry.enter(replaced.version() + 1, now, this.policy.lifetime(now, entry.readSince()));
		this.puts.increment();
		this.generation.put(key, entry);
		if (expiry(replaced).passed(now)) {
			expired(key, replaced, now);
		}
		else if (replaced.markRemoved()) {
			// Its place was just taken, so there is nothing to remove.
			count(key, replaced, RemovalCause.REPLACED, null, now);
		}
	}

	/**
	 * Strikes out an entry that is no longer in the cache. Does nothing if it was struck
	 * out before.
	 * @param key the key
	 * @param entry the entry that left
	 * @param cause why it left
	 * @param now milliseconds since the epoch
	 */
	public void removed(Object key, StoredEntry entry, RemovalCause cause, long now) {
		if (entry.markRemoved()) {
			this.generation.remove(key, entry);
			Remover remover = (cause == RemovalCause.REMOVED) ? this.remover.get() : null;
			count(key, entry, cause, (remover != null) ? remover.by : null, now);
			if (remover != null) {
				remover.removed++;
			}
		}
	}

	/**
	 * Removes entries on behalf of somebody, whom their removals then name.
	 * @param by who
	 * @param removal takes entries out of the cache, in the calling thread
	 * @return how many entries left because of that; not those that left at the same time
	 * for another reason, such as the end of their time
	 */
	public long removeBy(String by, Runnable removal) {
		Remover remover = new Remover(by);
		this.remover.set(remover);
		try {
			removal.run();
		}
		finally {
			this.remover.remove();
		}
		return remover.removed;
	}

	private void count(Object key, StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		this.removals.add(new Removal(key, cause, now, now - entry.createdAt(), entry.hits(), entry.version(), by));
		switch (cause) {
			case EVICTED -> {
				this.evictions.increment();
				this.evictedKeys.evicted(key, expiry(entry).at(), size());
			}
			case EXPIRED_TTL, EXPIRED_TTI, UNTIL -> this.expirations.increment();
			case REMOVED, CLEARED, BYPASSED -> this.explicitRemovals.increment();
			case REPLACED -> {
				// Counted as a put.
			}
		}
	}

	/**
	 * Strikes out an entry whose time is over, whatever finally made it leave.
	 * @param key the key
	 * @param entry the entry that left
	 * @param now milliseconds since the epoch
	 */
	public void expired(Object key, StoredEntry entry, long now) {
		removed(key, entry, causeOfExpiry(entry), now);
	}

	private RemovalCause causeOfExpiry(StoredEntry entry) {
		ExpiryCause cause = expiry(entry).by();
		return (cause != null) ? RemovalCause.of(cause) : RemovalCause.EVICTED;
	}

	/**
	 * Starts an empty generation, for a cache that was emptied in one go while nothing
	 * could be stored.
	 * @return what was on the generation before, to be given to {@link #removedAll}
	 */
	public Map<Object, StoredEntry> drain() {
		Generation turned = this.generation;
		this.generation = turned.next();
		this.evictedKeys.forgetAll();
		return turned.entries();
	}

	/**
	 * Strikes out all entries of a generation that was turned.
	 * @param generation what {@link #drain} gave
	 * @param cause why it was turned
	 * @param by who did it by hand; {@code null} if nobody did
	 * @param now milliseconds since the epoch
	 * @return how many were still there whose time was not over
	 */
	public long removedAll(Map<Object, StoredEntry> generation, RemovalCause cause, @Nullable String by, long now) {
		long count = 0;
		for (Map.Entry<Object, StoredEntry> struck : generation.entrySet()) {
			StoredEntry entry = struck.getValue();
			if (entry.markRemoved()) {
				if (expiry(entry).passed(now)) {
					count(struck.getKey(), entry, causeOfExpiry(entry), null, now);
				}
				else {
					count(struck.getKey(), entry, cause, by, now);
					count++;
				}
			}
		}
		return count;
	}

	/**
	 * Counts that a caller was handed a value from the cache.
	 * @param entry the entry that had it
	 */
	public void hit(StoredEntry entry) {
		entry.hit();
		this.hits.increment();
	}

	/**
	 * Counts that a caller asked for a key under which the cache had nothing good.
	 * @param key the key
	 * @param now milliseconds since the epoch
	 */
	public void miss(Object key, long now) {
		miss();
		this.evictedKeys.asked(key, now);
		this.removalRequests.missed(key);
	}

	/**
	 * Counts that a caller asks to evict a key. To be called before that is done.
	 * @param key the key
	 */
	public void removalRequested(Object key) {
		this.removalRequests.add(key, find(key) != null);
		this.evictedKeys.forget(key);
	}

	/**
	 * Counts that a caller asked for what the cache did not have.
	 */
	public void miss() {
		this.misses.increment();
	}

	/**
	 * Counts that a caller asked a cache that was asleep, which is a miss.
	 */
	public void bypassed() {
		miss();
		this.bypasses.increment();
	}

	/**
	 * Counts a load that ended.
	 * @param failed whether it gave no value
	 * @param nanos how long it ran, in nanoseconds
	 */
	public void loaded(boolean failed, long nanos) {
		(failed ? this.failedLoads : this.succeededLoads).increment();
		(failed ? this.failedLoadNanos : this.loadNanos).add(nanos);
	}

	/**
	 * Counts that a caller waited for a load that another one began.
	 */
	public void shared() {
		this.sharedLoads.increment();
	}

	/**
	 * Counts that a caller was handed a value past its time.
	 */
	public void servedStale() {
		this.staleServed.increment();
	}

	/**
	 * Counts that a write failed after the commit it had waited for.
	 */
	public void writeFailed() {
		this.failedWrites.increment();
	}

	/**
	 * Gives the moment at which an entry expires if nobody asks for it again.
	 * @param entry an entry of this book
	 * @return that moment and its cause
	 */
	public Expiry expiry(StoredEntry entry) {
		return this.policy.expiry(entry.lifetime(), entry.lastAccessedAt());
	}

	/**
	 * Finds the entry under a key.
	 * @param key the key
	 * @return the entry, possibly expired already; {@code null} if there is none
	 */
	public @Nullable StoredEntry find(Object key) {
		return this.generation.find(key);
	}

	/**
	 * Gives the entries behind a place in the order in which their keys came, up to the
	 * key that came last before this call. Each is looked up when the stream gets to it
	 * and is the present entry of its key then; no key is given twice. Entries that come
	 * or go meanwhile may be left out, and when the cache is emptied the stream ends.
	 * <p>
	 * Takes time in proportion to the entries read from the stream, not to those held.
	 * @param sequence the {@link StoredEntry#sequence()} behind which to begin; 0 for the
	 * beginning
	 * @return keys and entries, to be read by one thread
	 */
	public Stream<Map.Entry<Object, StoredEntry>> entriesAfter(long sequence) {
		Generation generation = this.generation;
		return generation.after(sequence).takeWhile((held) -> generation == this.generation);
	}

	/**
	 * Returns the number of entries held, expired ones that were not yet met included.
	 * @return the number
	 */
	public long size() {
		return this.generation.size();
	}

	/**
	 * Returns the last entries that left, a thousand at most.
	 * @return the latest first
	 */
	public List<Removal> removals() {
		return this.removals.latest();
	}

	/**
	 * Returns what became of the keys that left because the cache was full.
	 * @return what is known of them
	 */
	public EvictedKeys evictedKeys() {
		return this.evictedKeys;
	}

	/**
	 * Returns what is known of the keys that callers asked to evict.
	 * @return what is known of them
	 */
	public RemovalRequests removalRequests() {
		return this.removalRequests;
	}

	/**
	 * Returns the counts of what happened so far. They are read one after the other:
	 * while the cache is used they may be a few operations apart.
	 * @return the counts
	 */
	public CacheStatistics statistics() {
		long bypasses = this.bypasses.sum();
		long failed = this.failedLoads.sum();
		return new CacheStatistics(this.hits.sum(), this.misses.sum(), this.puts.sum(), this.evictions.sum(),
				this.expirations.sum(), this.explicitRemovals.sum(), this.succeededLoads.sum() + failed, failed,
				this.loadNanos.sum(), this.failedLoadNanos.sum(), this.sharedLoads.sum(), this.staleServed.sum(),
				this.failedWrites.sum(), this.evictedKeys.misses(), this.removalRequests.count(),
				this.removalRequests.matched(), bypasses);
	}

	/**
	 * Somebody who is removing entries, for the thread that does it.
	 */
	private static final class Remover {

		private final String by;

		private long removed;

		Remover(String by) {
			this.by = by;
		}

	}

}
