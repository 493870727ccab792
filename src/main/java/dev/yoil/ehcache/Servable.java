package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * An entry whose value may be served without waiting for a load.
 *
 * @param entry the entry
 * @param stale whether it is not known to be good
 * @param due whether its value should be loaded again now, and nobody does
 */
record Servable(StoredEntry entry, boolean stale, boolean due) {

	/**
	 * Finds what may be served, which counts as access. A value past its time may be if
	 * it could not be loaded again, unless that failed with an {@link Error}, which
	 * nobody would see the next time; or if a refresh outlasts it.
	 */
	static @Nullable Servable find(Object key, EntryStore store, Freshness freshness, InFlightLoads inFlight) {
		boolean valid = freshness.isValid();
		StoredEntry entry = store.find(key);
		if (entry == null) {
			return null;
		}
		if (valid && !freshness.isStale(entry)) {
			return new Servable(entry, false, freshness.isDueForRefresh(entry) && !inFlight.isRefreshing(key));
		}
		boolean refreshing = valid && inFlight.isRefreshing(key);
		return (freshness.mayServeStale(entry) && (entry.retryAt() != 0 || refreshing))
				? new Servable(entry, true, !refreshing && freshness.isDueForRetry(entry)) : null;
	}

	/** Counts that it is served. */
	void count(CacheCounters counters) {
		if (this.stale) {
			counters.staleMiss();
		}
		else {
			counters.hit(this.entry);
		}
	}

}
