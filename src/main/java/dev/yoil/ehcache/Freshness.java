package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.region.Regions;

/**
 * What a cache's policy says of an entry now. Thread-safe. Nothing here counts as access.
 */
final class Freshness {

	private final CachePolicy policy;

	/** What Ehcache was told is the time of the operation that gave an entry. */
	private final ClockTimeSource ehcache;

	private final ElapsedTime time;

	private final Regions regions;

	/** Until when nothing is due, because no thread takes a refresh. */
	private volatile long pausedUntil = Long.MIN_VALUE;

	Freshness(CachePolicy policy, ClockTimeSource ehcache, ElapsedTime time, Regions regions) {
		this.policy = policy;
		this.ehcache = ehcache;
		this.time = time;
		this.regions = regions;
	}

	ElapsedTime time() {
		return this.time;
	}

	long now() {
		return this.time.now();
	}

	/**
	 * Tells whether entries may be served as fresh at all. To be asked before an entry is
	 * sought: what is found while this instance does not know what has changed may be
	 * removed, and the lease renewed, a moment later.
	 */
	boolean isValid() {
		return this.regions.isValid();
	}

	/**
	 * Tells whether the time of an entry that this thread has just found is over. Without
	 * {@code stale-if-error} Ehcache does not give such entries.
	 */
	boolean isStale(StoredEntry entry) {
		return this.policy.staleIfError() != null && expiry(entry).passed(this.ehcache.told());
	}

	/**
	 * Tells whether the wall clock has ended an entry that this thread has just found. It
	 * may be set, so Ehcache is not told of this end beforehand.
	 */
	boolean isEnded(StoredEntry entry) {
		return entry.isEnded(this.time);
	}

	/**
	 * Tells whether an entry may be served past its time at all.
	 */
	boolean mayServeStale(StoredEntry entry) {
		return this.policy.staleIfError() != null && !entry.failedWithError();
	}

	/**
	 * Tells whether a good entry that this thread has just found is so old that its value
	 * should be refreshed.
	 */
	boolean isDueForRefresh(StoredEntry entry) {
		if (this.policy.refreshAfter() == null) {
			return false;
		}
		long now = this.ehcache.told();
		return now - entry.createdAt() >= this.policy.refreshAfter().toMillis() && isDueForRetry(entry);
	}

	void pauseRefreshes(long until) {
		this.pausedUntil = until;
	}

	/**
	 * Tells whether the value of an entry that this thread has just found may be loaded
	 * again after that failed.
	 */
	boolean isDueForRetry(StoredEntry entry) {
		return this.ehcache.told() >= Math.max(entry.retryAt(), this.pausedUntil);
	}

	boolean isExpired(StoredEntry entry) {
		return expiry(entry).passed(now());
	}

	/**
	 * Tells whether an entry whose value cannot be loaded is kept for that case and may
	 * be served.
	 */
	boolean isServableOnError(StoredEntry entry) {
		return mayServeStale(entry) && now() < this.policy.keptUntil(expiry(entry), entry.end(this.time));
	}

	/**
	 * Tells for how many milliseconds an entry is still good if nobody asks for it again;
	 * {@link Long#MAX_VALUE} for ever.
	 */
	long timeLeft(StoredEntry entry) {
		Expiry expiry = expiry(entry);
		return (expiry.by() != null) ? expiry.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * Tells for how many milliseconds a value is good, however often it is asked for;
	 * {@link Long#MAX_VALUE} for ever.
	 * @param readAt when reading it began
	 * @param madeAt when it was loaded
	 */
	long timeLeft(long readAt, long madeAt) {
		long end = this.time.ofWall(this.time.end(this.policy.until(), Math.min(madeAt, readAt)));
		Expiry deadline = this.policy.expiry(madeAt, Long.MAX_VALUE, end);
		return (deadline.by() != null) ? deadline.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * Tells whether a calendar moment came since a load began: then its value is of the
	 * period before.
	 */
	boolean isOutdated(long since) {
		return this.time.ofWall(this.time.end(this.policy.until(), since)) <= now();
	}

	private Expiry expiry(StoredEntry entry) {
		return entry.expiry(this.policy, this.time);
	}

}
