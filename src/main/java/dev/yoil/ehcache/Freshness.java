package dev.yoil.ehcache;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.support.NullValue;

/**
 * The state of entries by the cache's policy at the present time. Thread-safe. No method
 * counts as access.
 */
final class Freshness {

	private static final Logger LOG = LoggerFactory.getLogger(Freshness.class);

	/** Moments after it mean never. */
	private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

	private final String cache;

	private final CachePolicy policy;

	/** {@code null} for no limits. */
	private final @Nullable ValueExpiry values;

	private final AtomicBoolean warned = new AtomicBoolean();

	/** Has the time of the operation in which Ehcache returned an entry. */
	private final ClockTimeSource ehcache;

	private final ElapsedTime time;

	private final Regions regions;

	/** Until then no refresh is due, because no thread is free for it. */
	private volatile long pausedUntil = Long.MIN_VALUE;

	Freshness(String cache, CachePolicy policy, @Nullable ValueExpiry values, ClockTimeSource ehcache, ElapsedTime time,
			Regions regions) {
		this.cache = cache;
		this.policy = policy;
		this.values = values;
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
	 * {@return whether this instance knows of all changes, so that entries may be served
	 * as fresh; call it before the lookup, because the lease may be renewed in between}
	 */
	boolean isValid() {
		return this.regions.isValid();
	}

	/**
	 * {@return whether an entry that this thread has just found has expired; without
	 * {@code stale-if-error} Ehcache does not return such entries}
	 */
	boolean isStale(StoredEntry entry) {
		return this.policy.staleIfError() != null && expiry(entry).passed(this.ehcache.told());
	}

	/**
	 * {@return whether {@code until} has ended an entry; the wall clock may be set, so
	 * Ehcache does not know of this end}
	 */
	boolean isEnded(StoredEntry entry) {
		return entry.isEnded(this.time);
	}

	/**
	 * {@return whether an entry may be served after its expiry at all}
	 */
	boolean mayServeStale(StoredEntry entry) {
		return this.policy.staleIfError() != null && !entry.failedWithError();
	}

	/**
	 * {@return whether a good entry that this thread has just found should be refreshed}
	 */
	boolean isDueForRefresh(StoredEntry entry) {
		return this.policy.refreshAfter() != null
				&& this.policy.isRefreshedAt(this.ehcache.told() - entry.createdAt(), entry.key())
				&& isDueForRetry(entry);
	}

	/**
	 * {@return whether refreshes were not paused before}
	 */
	boolean pauseRefreshes(long now, long until) {
		boolean first = now >= this.pausedUntil;
		this.pausedUntil = until;
		return first;
	}

	/**
	 * {@return whether an entry that this thread has just found may be reloaded after a
	 * failure}
	 */
	boolean isDueForRetry(StoredEntry entry) {
		return this.ehcache.told() >= Math.max(entry.retryAt(), this.pausedUntil);
	}

	boolean isExpired(StoredEntry entry) {
		return expiry(entry).passed(now());
	}

	/**
	 * {@return whether an entry may be served because its reload failed}
	 */
	boolean isServableOnError(StoredEntry entry) {
		return mayServeStale(entry) && now() < this.policy.keptUntil(expiry(entry), entry.end(this.time));
	}

	/**
	 * {@return the milliseconds until an entry expires if it is not accessed again;
	 * {@link Long#MAX_VALUE} for never}
	 */
	long timeLeft(StoredEntry entry) {
		Expiry expiry = expiry(entry);
		return (expiry.by() != null) ? expiry.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * Returns the milliseconds until a value expires, however often it is accessed;
	 * {@link Long#MAX_VALUE} for never.
	 * @param absent whether it is {@code null}
	 * @param readAt when reading it began
	 * @param madeAt when it was loaded
	 */
	long timeLeft(Object key, boolean absent, long readAt, long madeAt) {
		Expiry deadline = this.policy.expiry(key, absent, madeAt, Long.MAX_VALUE, end(readAt, madeAt));
		return (deadline.by() != null) ? deadline.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * {@return whether a value of a tier may be served because its load failed}
	 */
	boolean isServableOnError(Object key, boolean absent, long readAt, long madeAt) {
		long end = end(readAt, madeAt);
		Expiry deadline = this.policy.expiry(key, absent, madeAt, Long.MAX_VALUE, end);
		return this.policy.staleIfError() != null && now() < this.policy.keptUntil(deadline, end);
	}

	/** Limits the life of a value that is about to be stored. */
	void limit(Object key, StoredEntry entry) {
		if (this.values == null) {
			return;
		}
		long madeAt = Math.min(entry.madeAt(), now());
		long end = valueEnd(key, entry.value(), madeAt);
		if (end != Long.MAX_VALUE) {
			entry.life(end - madeAt);
		}
	}

	/**
	 * {@return when the limit of a value ends it; {@link Long#MAX_VALUE} for never}
	 * @param value in the form in which Spring stores it
	 * @param madeAt when it was loaded
	 */
	long valueEnd(Object key, Object value, long madeAt) {
		if (this.values == null) {
			return Long.MAX_VALUE;
		}
		try {
			Instant loadedAt = Instant.ofEpochMilli(this.time.toWall(madeAt));
			Instant end = this.values.expiresAt(this.cache, key, (value != NullValue.INSTANCE) ? value : null,
					loadedAt);
			// An instant may be too far away for milliseconds.
			return (end == null || end.isAfter(NEVER)) ? Long.MAX_VALUE
					: end.isAfter(loadedAt) ? madeAt + Duration.between(loadedAt, end).toMillis() : madeAt;
		}
		catch (RuntimeException | Error ex) {
			if (this.warned.compareAndSet(false, true)) {
				LOG.warn("Values of cache '{}' are not cached: their expiry could not be determined", this.cache, ex);
			}
			return madeAt;
		}
	}

	private long end(long readAt, long madeAt) {
		return this.time.ofWall(this.time.end(this.policy.until(), Math.min(madeAt, readAt)));
	}

	/**
	 * {@return whether an {@code until} moment came since a load began: then its value
	 * belongs to the period before}
	 */
	boolean isOutdated(long since) {
		return this.time.ofWall(this.time.end(this.policy.until(), since)) <= now();
	}

	private Expiry expiry(StoredEntry entry) {
		return entry.expiry(this.policy, this.time);
	}

}
