package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.LongAdder;

import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.RemovalCause;

/**
 * Counts what happens in one cache. Thread-safe without locks; no count ever goes back.
 */
public final class CacheCounters {

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

	private final LongAdder duplicateLoads = new LongAdder();

	private final LongAdder voidedLoads = new LongAdder();

	private final LongAdder tierHits = new LongAdder();

	private final LongAdder tierMisses = new LongAdder();

	private final LongAdder tierRefusals = new LongAdder();

	private final LongAdder staleServed = new LongAdder();

	private final LongAdder failedWrites = new LongAdder();

	private final EvictedKeys evictedKeys = new EvictedKeys();

	private final RemovalRequests removalRequests = new RemovalRequests();

	/**
	 * Counts that a caller was handed the value of an entry.
	 */
	public void hit(StoredEntry entry) {
		entry.hit();
		this.hits.increment();
	}

	/**
	 * Counts that a caller asked for a key under which the cache had nothing good.
	 */
	public void miss(Object key, long now) {
		this.misses.increment();
		this.evictedKeys.missed(key, now);
		this.removalRequests.missed(key);
	}

	/**
	 * Counts that a caller asked while the cache was bypassed, which is a miss.
	 */
	public void bypass() {
		this.misses.increment();
		this.bypasses.increment();
	}

	/**
	 * Counts a miss that is answered with a stale value at once.
	 */
	public void staleMiss() {
		this.misses.increment();
		servedStale();
	}

	/**
	 * Counts that a miss was answered with a stale value after all.
	 */
	public void servedStale() {
		this.staleServed.increment();
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
	 * Counts that a caller waits for a load that another one began.
	 */
	public void sharedLoad() {
		this.sharedLoads.increment();
	}

	/**
	 * Counts a load of what another one had loaded by the time it ended.
	 */
	public void duplicateLoad() {
		this.duplicateLoads.increment();
	}

	/**
	 * Counts a load whose value was not stored, because its key was written meanwhile.
	 */
	public void voidedLoad() {
		this.voidedLoads.increment();
	}

	/**
	 * Counts that the second tier spared a load.
	 */
	public void tierHit() {
		this.tierHits.increment();
	}

	/**
	 * Counts that a load looked into the second tier and did not find its value.
	 */
	public void tierMiss() {
		this.tierMisses.increment();
	}

	/**
	 * Counts that a key or value could not be turned into bytes, or back.
	 */
	public void tierRefusal() {
		this.tierRefusals.increment();
	}

	/**
	 * Counts that a write failed after the commit it had waited for.
	 */
	public void failedWrite() {
		this.failedWrites.increment();
	}

	/**
	 * Counts that a caller asks for the removal of a key, before that is done.
	 * @param present whether there is an entry, expired or not
	 */
	public void removalRequest(Object key, boolean present) {
		this.removalRequests.add(key, present);
		this.evictedKeys.forget(key);
	}

	void put(Object key) {
		this.puts.increment();
		this.evictedKeys.forget(key);
	}

	/**
	 * Counts an entry that left because the cache was full.
	 * @param until when its value would have expired, in milliseconds since the epoch
	 * @param size how many entries are left
	 */
	void eviction(Object key, long until, long size) {
		this.evictions.increment();
		this.evictedKeys.add(key, until, size);
	}

	/**
	 * Counts an entry that left for another reason. One that was replaced counts as a
	 * put.
	 */
	void removal(RemovalCause cause) {
		if (cause.isExpiry()) {
			this.expirations.increment();
		}
		else if (cause != RemovalCause.REPLACED) {
			this.explicitRemovals.increment();
		}
	}

	void emptied() {
		this.evictedKeys.forgetAll();
	}

	/**
	 * {@return what became of the keys that were evicted}
	 */
	public EvictedKeys evictedKeys() {
		return this.evictedKeys;
	}

	/**
	 * {@return what is known of the keys whose removal callers asked for}
	 */
	public RemovalRequests removalRequests() {
		return this.removalRequests;
	}

	/**
	 * {@return all counts, read one after the other: while the cache is used they may be
	 * a few operations apart}
	 */
	public CacheStatistics statistics() {
		// Before the misses, of which they are a part.
		long bypassed = this.bypasses.sum();
		long failed = this.failedLoads.sum();
		return new CacheStatistics(this.hits.sum(), this.misses.sum(), this.puts.sum(), this.evictions.sum(),
				this.expirations.sum(), this.explicitRemovals.sum(), this.succeededLoads.sum() + failed, failed,
				this.loadNanos.sum(), this.failedLoadNanos.sum(), this.sharedLoads.sum(), this.staleServed.sum(),
				this.failedWrites.sum(), this.evictedKeys.misses(), this.removalRequests.count(),
				this.removalRequests.matched(), bypassed, this.tierHits.sum(), this.tierMisses.sum(),
				this.tierRefusals.sum(), this.duplicateLoads.sum(), this.voidedLoads.sum());
	}

}
