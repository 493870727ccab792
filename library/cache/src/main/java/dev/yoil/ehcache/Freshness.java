package dev.yoil.ehcache;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.spi.LowerLevel.Times;
import dev.yoil.ehcache.spi.Validity;
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

	/** The tolerated difference between the clocks of instances. */
	private static final long CLOCK_SKEW_MILLIS = 1_000;

	/** Moments after it mean never. */
	private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

	private final String cache;

	/** Has the policy. */
	private final EntryIndex index;

	/** {@code null} for no limits. */
	private final @Nullable ValueExpiry values;

	private final AtomicBoolean warned = new AtomicBoolean();

	private final ElapsedTime time;

	private final Validity validity;

	/** False for a single instance, whose hits need not ask. */
	private final boolean shared;

	/** Until then no refresh is due, because no thread is free for it. */
	private volatile long pausedUntil = Long.MIN_VALUE;

	/**
	 * The number of changes of the policy that have begun or ended. It is odd while
	 * Ehcache may keep entries by the policy before. Readers compare it as in a seqlock.
	 */
	private final AtomicInteger changes = new AtomicInteger();

	Freshness(String cache, EntryIndex index, @Nullable ValueExpiry values, Validity validity) {
		this.cache = cache;
		this.index = index;
		this.values = values;
		this.time = index.time();
		this.validity = validity;
		this.shared = validity.isShared();
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
		return !this.shared || this.validity.isValid();
	}

	/**
	 * {@return whether the client of the calling thread has seen a change that this
	 * instance does not know: then no older value is served, not even after a failure}
	 */
	boolean isDistrusted() {
		return this.validity.isDistrusted();
	}

	/**
	 * {@return a stamp of the policy, to take before a lookup}
	 */
	int stamp() {
		return this.changes.get();
	}

	/**
	 * Tells whether Ehcache may have returned an entry by another policy than the present
	 * one since a stamp was taken.
	 */
	private boolean isChanged(int stamp) {
		return (stamp & 1) != 0 || this.changes.get() != stamp;
	}

	CachePolicy policy() {
		return this.index.policy();
	}

	/**
	 * Changes the policy. For one thread at a time.
	 * @param recount recalculates the expiry of each entry in Ehcache
	 */
	void change(CachePolicy policy, Runnable recount) {
		this.changes.incrementAndGet();
		try {
			this.index.policy(policy);
			recount.run();
		}
		finally {
			this.changes.incrementAndGet();
		}
	}

	/**
	 * Runs an operation of Ehcache as if an entry were just being accessed the last time.
	 */
	void atLastAccess(StoredEntry entry, Runnable operation) {
		this.time.at(entry.lastAccessedAt(), operation);
	}

	/**
	 * {@return whether an entry that this thread has just found has expired; without
	 * {@code stale-if-error} Ehcache does not return such entries}
	 * @param stamp the stamp from before the lookup
	 */
	boolean isStale(StoredEntry entry, int stamp) {
		return (policy().staleIfError() != null || isChanged(stamp)) && expiry(entry).passed(this.time.told());
	}

	/**
	 * {@return whether an entry that Ehcache returned has ended: by {@code until}, which
	 * Ehcache does not know because the wall clock may be set, or by another policy}
	 * @param stamp the stamp from before the lookup
	 */
	boolean isEnded(StoredEntry entry, int stamp) {
		return entry.isEnded(this.time) || (isChanged(stamp) && isOver(entry));
	}

	/**
	 * {@return whether an entry is not kept any longer, not even as a stale one}
	 */
	boolean isOver(StoredEntry entry) {
		return now() >= policy().keptUntil(expiry(entry), entry.end(this.time));
	}

	/**
	 * {@return whether an entry may be served after its expiry at all}
	 */
	boolean mayServeStale(StoredEntry entry) {
		return policy().staleIfError() != null && !entry.failedWithError();
	}

	/**
	 * {@return whether a good entry that this thread has just found should be refreshed}
	 */
	boolean isDueForRefresh(StoredEntry entry) {
		CachePolicy policy = policy();
		return policy.refreshAfter() != null && policy.isRefreshedAt(this.time.told() - entry.createdAt(), entry.key())
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
		return this.time.told() >= Math.max(entry.retryAt(), this.pausedUntil);
	}

	boolean isExpired(StoredEntry entry) {
		return expiry(entry).passed(now());
	}

	/**
	 * {@return whether an entry may be served because its reload failed}
	 */
	boolean isServableOnError(StoredEntry entry) {
		return mayServeStale(entry) && !isOver(entry);
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
	 * {@return the milliseconds until an entry that is served as a stale one expired, at
	 * most -1: by the policy, or by the end of the lease}
	 */
	long timeLeftStale(StoredEntry entry) {
		long left = Math.min(timeLeft(entry), -1);
		return this.shared ? Math.min(left, this.validity.leaseLeft().toMillis()) : left;
	}

	/**
	 * {@return whether a value of a lower level was read and loaded in the past}
	 */
	boolean isPast(Times times) {
		return isPast(times.readAt()) && isPast(times.madeAt());
	}

	private boolean isPast(long wall) {
		return this.time.ofWall(wall) - now() <= CLOCK_SKEW_MILLIS;
	}

	/**
	 * {@return the milliseconds until a value of a lower level expires;
	 * {@link Long#MAX_VALUE} for never}
	 */
	long timeLeft(Object key, Times times) {
		Expiry deadline = expiry(key, times);
		return (deadline.by() != null) ? deadline.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * {@return whether a value of a lower level may be served because its load failed}
	 */
	boolean isServableOnError(Object key, Times times) {
		CachePolicy policy = policy();
		return policy.staleIfError() != null && now() < policy.keptUntil(expiry(key, times), end(times));
	}

	/** Returns the last access of a value of a lower level. A load counts as one. */
	long accessedAt(Times times) {
		return Math.max(madeAt(times), times.accessedAt());
	}

	private long madeAt(Times times) {
		return Math.min(this.time.ofWall(times.madeAt()), now());
	}

	private long end(Times times) {
		return this.time
			.ofWall(this.time.end(policy().until(), Math.min(madeAt(times), this.time.ofWall(times.readAt()))));
	}

	private Expiry expiry(Object key, Times times) {
		return policy().expiry(key, times.absent(), madeAt(times), accessedAt(times), end(times));
	}

	/** Limits the life of a value that is about to be stored. */
	void limit(Object key, StoredEntry entry) {
		if (this.values == null) {
			return;
		}
		long madeAt = Math.min(entry.madeAt(), now());
		long end = valueEnd(key, entry.value(), madeAt);
		if (end != Long.MAX_VALUE) {
			entry.life(madeAt, end - madeAt);
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
				LOG.warn("Values of cache '{}' are not cached: their expiry could not be determined", this.cache,
						Causes.loggable(ex));
			}
			return madeAt;
		}
	}

	/**
	 * {@return whether an {@code until} moment came since a load began: then its value
	 * belongs to the period before}
	 */
	boolean isOutdated(long since) {
		return this.time.ofWall(this.time.end(policy().until(), since)) <= now();
	}

	private Expiry expiry(StoredEntry entry) {
		return this.index.expiry(entry);
	}

}
