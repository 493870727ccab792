package dev.yoil.ehcache.internal.index;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.RemovalCause;

/**
 * The counters of one cache, which {@link CacheStatistics} explains. Thread-safe without
 * locks; no count ever decreases.
 */
public final class CacheCounters {

	private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

	CacheCounters() {
		for (Count count : Count.values()) {
			this.counts.put(count, new LongAdder());
		}
	}

	private LongAdder adder(Count count) {
		return Objects.requireNonNull(this.counts.get(count));
	}

	private void increment(Count count) {
		adder(count).increment();
	}

	private long sum(Count count) {
		return adder(count).sum();
	}

	/** Counts that a caller got the value of an entry. */
	public void hit(StoredEntry entry) {
		entry.hit();
		increment(Count.HIT);
	}

	/** Counts a lookup of a key that has no good value. */
	public void miss() {
		increment(Count.MISS);
	}

	/** Counts a lookup while the cache is bypassed, which is a miss. */
	public void bypass() {
		increment(Count.MISS);
		increment(Count.BYPASS);
	}

	/** Counts a miss that returns a stale value at once. */
	public void staleMiss() {
		increment(Count.MISS);
		servedStale();
	}

	/** Counts a stale value returned for a miss that was counted before. */
	public void servedStale() {
		increment(Count.STALE_SERVED);
	}

	/**
	 * Counts a load that returned a value.
	 * @param nanos how long it ran, in nanoseconds
	 */
	public void loaded(long nanos) {
		increment(Count.SUCCEEDED_LOAD);
		adder(Count.LOAD_NANOS).add(nanos);
	}

	/**
	 * Counts a refresh whose value was stored.
	 * @param equal whether the new value equals the old one
	 */
	public void refreshed(boolean equal) {
		increment(Count.REFRESH);
		if (equal) {
			increment(Count.EQUAL_REFRESH);
		}
	}

	/**
	 * Counts a load that failed.
	 * @param nanos how long it ran, in nanoseconds
	 * @param gone whether it found that the value is gone
	 */
	public void loadFailed(long nanos, boolean gone) {
		if (gone) {
			increment(Count.GONE_LOAD);
		}
		increment(Count.FAILED_LOAD);
		adder(Count.FAILED_LOAD_NANOS).add(nanos);
	}

	/** Counts a caller that waits for the load of another caller. */
	public void sharedLoad() {
		increment(Count.SHARED_LOAD);
	}

	/** Counts a load that ended after another had stored the value. */
	public void duplicateLoad() {
		increment(Count.DUPLICATE_LOAD);
	}

	/** Counts a load whose key was written during the load. */
	public void voidedLoad() {
		increment(Count.VOIDED_LOAD);
	}

	/** Counts a value that was found in a tier. */
	public void tierHit() {
		increment(Count.TIER_HIT);
	}

	/** Counts a load that did not find its value in a tier. */
	public void tierMiss() {
		increment(Count.TIER_MISS);
	}

	/** Counts a key or value that could not be converted to bytes or back. */
	public void tierRefusal() {
		increment(Count.TIER_REFUSAL);
	}

	/** Counts a write that failed after the commit that it waited for. */
	public void failedWrite() {
		increment(Count.FAILED_WRITE);
	}

	/**
	 * Counts a caller's request to remove a key, before the removal.
	 * @param present whether there is an entry, expired or not
	 */
	public void removalRequest(boolean present) {
		increment(Count.REMOVAL_REQUEST);
		if (present) {
			increment(Count.REMOVAL_REQUEST_MATCHED);
		}
	}

	void put() {
		increment(Count.PUT);
	}

	/** Counts an entry that left. A replaced entry counts as a put. */
	void removal(RemovalCause cause) {
		if (cause == RemovalCause.EVICTED) {
			increment(Count.EVICTION);
		}
		else if (cause.isExpiry()) {
			increment(Count.EXPIRATION);
		}
		else if (cause != RemovalCause.REPLACED) {
			increment(Count.EXPLICIT_REMOVAL);
		}
	}

	/**
	 * {@return how many refreshes stored a value}
	 */
	public long refreshes() {
		return sum(Count.REFRESH);
	}

	/**
	 * {@return how many refreshes stored a value that equals the old one}
	 */
	public long equalRefreshes() {
		return sum(Count.EQUAL_REFRESH);
	}

	/**
	 * {@return all counts, read one after the other: while the cache is used they may be
	 * a few operations apart}
	 */
	public CacheStatistics statistics() {
		// Before the misses and failed loads, of which they are a part.
		long bypassed = sum(Count.BYPASS);
		long gone = sum(Count.GONE_LOAD);
		long failed = sum(Count.FAILED_LOAD);
		return new CacheStatistics(sum(Count.HIT), sum(Count.MISS), sum(Count.PUT), sum(Count.EVICTION),
				sum(Count.EXPIRATION), sum(Count.EXPLICIT_REMOVAL), sum(Count.SUCCEEDED_LOAD) + failed, failed, gone,
				sum(Count.LOAD_NANOS), sum(Count.FAILED_LOAD_NANOS), sum(Count.SHARED_LOAD), sum(Count.STALE_SERVED),
				sum(Count.FAILED_WRITE), sum(Count.REMOVAL_REQUEST), sum(Count.REMOVAL_REQUEST_MATCHED), bypassed,
				sum(Count.TIER_HIT), sum(Count.TIER_MISS), sum(Count.TIER_REFUSAL), sum(Count.DUPLICATE_LOAD),
				sum(Count.VOIDED_LOAD));
	}

	/** Failed loads are not part of those that succeeded, so that no count decreases. */
	private enum Count {

		HIT, MISS, BYPASS, STALE_SERVED, PUT, EVICTION, EXPIRATION, EXPLICIT_REMOVAL, SUCCEEDED_LOAD, FAILED_LOAD,
		GONE_LOAD, LOAD_NANOS, FAILED_LOAD_NANOS, SHARED_LOAD, DUPLICATE_LOAD, VOIDED_LOAD, TIER_HIT, TIER_MISS,
		TIER_REFUSAL, FAILED_WRITE, REMOVAL_REQUEST, REMOVAL_REQUEST_MATCHED, REFRESH, EQUAL_REFRESH

	}

}
