package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * An entry whose value can be served without waiting for a load.
 *
 * @param entry the entry
 * @param stale whether the entry is past its time or may have changed
 * @param due whether the value should be refreshed now, and no refresh is queued
 */
record ServableEntry(StoredEntry entry, boolean stale, boolean due) {

	/**
	 * Finds an entry to serve, which counts as access. A stale value is served if its
	 * load has failed, other than with an {@link Error}, or while a refresh is running.
	 * It is not served because a refresh is queued: the queue may be long, and the source
	 * works. A thread that distrusts caches gets no stale value.
	 */
	static @Nullable ServableEntry find(Object key, EntryStore store, Freshness freshness, InFlightLoads inFlight) {
		boolean valid = freshness.isValid();
		int stamp = freshness.stamp();
		StoredEntry entry = store.find(key, stamp);
		if (entry == null) {
			return null;
		}
		if (valid && !freshness.isStale(entry, stamp)) {
			return new ServableEntry(entry, false, freshness.isDueForRefresh(entry) && inFlight.refresh(key) == null);
		}
		if (!freshness.mayServeStale(entry) || freshness.isDistrusted()) {
			return null;
		}
		Load refresh = valid ? inFlight.refresh(key) : null;
		return (entry.retryAt() != 0 || (refresh != null && !refresh.isQueued()))
				? new ServableEntry(entry, true, refresh == null && freshness.isDueForRetry(entry)) : null;
	}

	void count(CacheCounters counters) {
		if (this.stale) {
			counters.staleMiss();
		}
		else {
			counters.hit(this.entry);
		}
	}

}
