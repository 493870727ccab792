package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.internal.SharedEntries;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.tier.LastAccesses.Access;
import dev.yoil.ehcache.internal.tier.TierLease;
import dev.yoil.ehcache.internal.tier.TierValue;
import dev.yoil.ehcache.internal.tx.Transactions;
import dev.yoil.ehcache.spi.CacheValidity;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * Access of the loads of one cache to the tiers below the heap. Loads go to their source
 * directly if there is no tier, or if this instance may have missed a change.
 * Thread-safe.
 */
final class SharedTierAccess {

	/** Values get a new name after each change, so old ones have to expire. */
	private static final Duration LONGEST_LIFE = Duration.ofDays(1);

	/** The tolerated difference between the clocks of instances. */
	private static final long CLOCK_SKEW_MILLIS = 1_000;

	/** By how much later the heap may have a value that was encoded for a tier before. */
	private static final long ENCODING_MILLIS = 1_000;

	private static final TierLease NOT_ASKED = new TierLease() {
	};

	private final SharedEntries entries;

	private final CacheValidity validity;

	private final EntryStore store;

	private final Freshness freshness;

	private final CacheCounters counters;

	SharedTierAccess(String cache, CacheValidity validity, EntryStore store, Freshness freshness, EntryIndex index) {
		this.entries = new SharedEntries(cache, validity::state, this::isFresh, index.counters());
		this.validity = validity;
		this.store = store;
		this.freshness = freshness;
		this.counters = index.counters();
		index.onEviction(this::leftHeap);
	}

	/**
	 * Remembers the last access on the heap, from which {@code tti} counts in the tiers.
	 */
	private void leftHeap(StoredEntry entry) {
		if (this.freshness.policy().tti() != null) {
			this.entries.leftHeap(entry.key(), new Access(entry.lastAccessedAt(), entry.createdAt()));
		}
	}

	SharedEntries entries() {
		return this.entries;
	}

	/**
	 * Tells whether a load that begins now may use values that another instance has read,
	 * as far as this instance and the calling thread know.
	 */
	boolean isUsable() {
		return this.entries.isShared() && this.store.bypassed() == null && this.freshness.isValid();
	}

	/** Looks for a value, or takes the right to store it. Does not wait. */
	CompletableFuture<TierLease> ask(Load load) {
		// A wait would fail in an interrupted thread, and the source may need none.
		boolean usable = load.isThroughTier() && !Thread.currentThread().isInterrupted();
		CompletableFuture<TierLease> asked = usable ? this.entries.claim(load.key(), isEarly(load)) : null;
		return (asked != null) ? asked : CompletableFuture.completedFuture(NOT_ASKED);
	}

	/**
	 * Tells whether a load replaces a value that is still fresh, so that tiers have it.
	 */
	private boolean isEarly(Load load) {
		return load.replaced() != null && !this.freshness.isExpired(load.replaced());
	}

	/**
	 * Returns an answer that is there. One that is still to come is released then.
	 */
	CompletableFuture<TierLease> withoutWaiting(CompletableFuture<TierLease> asked) {
		if (asked.isDone()) {
			return asked;
		}
		CompletableFuture<Void> unused = asked.thenAccept(TierLease::release);
		return CompletableFuture.completedFuture(NOT_ASKED);
	}

	/**
	 * Waits for the answer.
	 * @return the entry; {@code null} if the source has to be called
	 */
	@Nullable StoredEntry await(Load load, CompletableFuture<TierLease> asked) throws Exception {
		StoredEntry found;
		try {
			found = take(asked.isDone() ? asked.join() : TimeSpent.on(On.WAIT, asked::get), load);
		}
		catch (InterruptedException ex) {
			CompletableFuture<Void> unused = asked.thenAccept(TierLease::release);
			throw ex;
		}
		if (found != null) {
			CacheLookup.noteMiss(Result.SECOND_TIER);
		}
		return found;
	}

	/**
	 * Takes the answer, in the thread that is about to call the source.
	 * @return the entry; {@code null} if the source has to be called
	 */
	@Nullable StoredEntry take(TierLease lease, Load load) {
		if (lease == NOT_ASKED) {
			return null;
		}
		StoredEntry found = found(lease, load);
		if (found != null) {
			this.counters.tierHit();
			load.observation().found(lease.level());
			return found;
		}
		if (!load.isRefresh()) {
			this.counters.tierMiss();
		}
		if (Transactions.isOpen()) {
			// Its snapshot may be older than what is committed by now.
			lease.release();
		}
		else {
			load.tierLease(lease);
		}
		return null;
	}

	private @Nullable StoredEntry found(TierLease lease, Load load) {
		SharedEntries.Found found = this.entries.found(lease);
		if (found == null) {
			return null;
		}
		long readAt = this.freshness.time().ofWall(found.readAt());
		long madeAt = this.freshness.time().ofWall(found.madeAt());
		if (!isPast(readAt) || !isPast(madeAt) || found.readAt() < this.validity.oldestInTiers()) {
			return null;
		}
		long accessedAt = accessedAt(madeAt, lease.access());
		StoredEntry entry = new StoredEntry(found.value(), load.label(), readAt, madeAt);
		boolean absent = found.value() == NullValue.INSTANCE;
		if (this.freshness.valueEnd(load.key(), found.value(), madeAt) <= this.freshness.now()) {
			return null;
		}
		if (timeLeft(load.key(), absent, readAt, madeAt, accessedAt) > 0) {
			return entry;
		}
		entry.idleSince(accessedAt);
		load.stale(this.freshness.isServableOnError(load.key(), absent, readAt, madeAt, accessedAt) ? entry : null);
		return null;
	}

	private boolean isFresh(Object key, TierValue value, @Nullable Access access) {
		long readAt = this.freshness.time().ofWall(value.readAt());
		long madeAt = this.freshness.time().ofWall(value.madeAt());
		return isPast(readAt) && isPast(madeAt) && value.readAt() >= this.validity.oldestInTiers()
				&& timeLeft(key, value.codec().isEmpty(), readAt, madeAt, accessedAt(madeAt, access)) > 0;
	}

	/**
	 * Returns the last access of a value of a tier. A load counts as one. The access of a
	 * later value, which a transaction has loaded, does not count.
	 */
	private long accessedAt(long madeAt, @Nullable Access access) {
		long loadedAt = Math.min(madeAt, this.freshness.now());
		return (access != null && access.madeAt() - madeAt <= ENCODING_MILLIS) ? Math.max(loadedAt, access.at())
				: loadedAt;
	}

	private boolean isPast(long moment) {
		return moment - this.freshness.now() <= CLOCK_SKEW_MILLIS;
	}

	/**
	 * Encodes a loaded value, and returns the action that stores it, without waiting, in
	 * the tiers. If it cannot be stored there, the action removes the value before it.
	 */
	Runnable sharing(Load load, Object value) {
		TierLease lease = load.tierLease();
		if (lease == TierLease.NONE) {
			return lease::release;
		}
		long now = this.freshness.now();
		long left = Math.min(timeLeft(load.key(), value == NullValue.INSTANCE, load.since(), now, Long.MAX_VALUE),
				this.freshness.valueEnd(load.key(), value, now) - now);
		// Other instances can compare with the wall clock only.
		ElapsedTime time = this.freshness.time();
		byte[] bytes = (left > 0) ? this.entries.encode(value, time.toWall(load.since()), time.toWall(now)) : null;
		return (bytes != null) ? () -> lease.store(bytes, Duration.ofMillis(Math.min(left, LONGEST_LIFE.toMillis())))
				: lease::remove;
	}

	private long timeLeft(Object key, boolean absent, long readAt, long madeAt, long accessedAt) {
		return this.freshness.timeLeft(key, absent, readAt, Math.min(madeAt, this.freshness.now()), accessedAt);
	}

}
