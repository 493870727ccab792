package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.tier.Claim;
import org.jspecify.annotations.Nullable;

/**
 * One load of one key, and the lease to store its value. A refresh is queued until a
 * thread begins it or a caller takes it over; all other loads are running from the start.
 * Thread-safe.
 */
final class Load extends Lease {

	/**
	 * The load that each thread waits for, in any cache: loads may ask for one another.
	 * Each thread waits for one at most, so a cycle in this wait-for graph (Coffman,
	 * Elphick and Shoshani, "System Deadlocks", 1971) is found by following it.
	 */
	private static final ConcurrentMap<Thread, Load> WAITING = new ConcurrentHashMap<>();

	/** No chain of loads that ask for one another is longer. */
	private static final int LONGEST_CHAIN = 1_000;

	private final CompletableFuture<Outcome> future = new CompletableFuture<>();

	/**
	 * Opened before the future is completed: what depends on the future runs in the
	 * loading thread, and may itself wait for a thread that waits here.
	 */
	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile @Nullable Outcome outcome;

	private final CacheLoadEvent event = new CacheLoadEvent();

	private final AtomicInteger joined = new AtomicInteger();

	/** The thread that is running the load, if there is one in particular. */
	private volatile @Nullable Thread loader;

	/** When the load began, in nanoseconds of an arbitrary origin. */
	private volatile long begun = System.nanoTime();

	/** The moment at which the source was asked, likewise. */
	private volatile long asked = this.begun;

	/** The right to store the value in the second tier. */
	private volatile Claim claim = Claim.NONE;

	/** What the second tier had, if anything. */
	private volatile @Nullable StoredEntry found;

	/** What is served meanwhile, if the load is a refresh. */
	private final @Nullable StoredEntry replaced;

	private final boolean throughTier;

	private final AtomicBoolean queued;

	/**
	 * Creates a load.
	 * @param replaced what a refresh replaces; {@code null} if callers wait for the load
	 * @param throughTier whether it may use what the second tier has or will have
	 */
	Load(long since, Label label, @Nullable StoredEntry replaced, boolean throughTier) {
		super(since, label, null);
		this.replaced = replaced;
		this.throughTier = throughTier;
		this.queued = new AtomicBoolean(replaced != null);
	}

	boolean isThroughTier() {
		return this.throughTier;
	}

	@Nullable StoredEntry replaced() {
		return this.replaced;
	}

	boolean isRefresh() {
		return this.replaced != null;
	}

	/**
	 * Begins a queued load.
	 * @return {@code false} if it was voided, or a caller has taken it over
	 */
	synchronized boolean begin() {
		this.begun = System.nanoTime();
		return !isVoid() && takeOver();
	}

	/**
	 * Takes a queued load over, so that it never begins.
	 * @return {@code false} if it was not queued, or has begun
	 */
	boolean takeOver() {
		return this.queued.compareAndSet(true, false);
	}

	void claim(Claim claim) {
		this.claim = claim;
	}

	Claim claim() {
		return this.claim;
	}

	void found(StoredEntry found) {
		this.found = found;
	}

	boolean isFound() {
		return this.found != null;
	}

	/**
	 * {@return an entry of the value that came of it}
	 */
	StoredEntry entry(Object value) {
		StoredEntry there = this.found;
		return (there != null) ? there : new StoredEntry(value, label(), since());
	}

	/**
	 * Notes that the source is asked now, from when on the time of the load counts.
	 */
	void ask() {
		this.asked = System.nanoTime();
		this.event.begin();
	}

	/**
	 * Counts and records that the source has answered.
	 */
	void record(CacheCounters counters, String cache, Object key, boolean failed) {
		counters.loaded(failed, System.nanoTime() - this.asked);
		this.event.record(cache, key, failed, this.joined.get(), isRefresh());
	}

	void join() {
		this.joined.incrementAndGet();
	}

	/**
	 * Notes which thread runs the load.
	 * @param thread {@code null} if none in particular
	 */
	void runBy(@Nullable Thread thread) {
		this.loader = thread;
	}

	/**
	 * {@return when the load began, in nanoseconds of an arbitrary origin}
	 */
	long begun() {
		return this.begun;
	}

	/**
	 * Ends the load, unless that was done before.
	 */
	void finish(Outcome outcome) {
		synchronized (this.ended) {
			if (this.outcome != null) {
				return;
			}
			this.outcome = outcome;
		}
		this.ended.countDown();
		this.future.complete(outcome);
	}

	/**
	 * Waits until the load has ended.
	 * @param timeout for how long; {@code null} if as long as it takes
	 * @throws IllegalStateException if the calling thread, through loads that wait for
	 * one another, would wait for itself
	 */
	Outcome await(Object key, @Nullable Duration timeout) throws InterruptedException, TimeoutException {
		if (this.outcome == null) {
			WAITING.put(Thread.currentThread(), this);
			try {
				refuseCycle(key);
				if (timeout == null) {
					this.ended.await();
				}
				else if (!this.ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
					throw new TimeoutException();
				}
			}
			finally {
				WAITING.remove(Thread.currentThread());
			}
		}
		return Objects.requireNonNull(this.outcome);
	}

	/**
	 * Sees to it that the calling thread may wait for the load.
	 * @throws IllegalStateException if it would wait for itself, through loads that wait
	 * for one another
	 */
	void refuseCycle(Object key) {
		Load next = this;
		// Whoever waits for a load that has ended is about to go on.
		for (int i = 0; next != null && next.outcome == null && i < LONGEST_CHAIN; i++) {
			Thread loading = next.loader;
			if (loading == Thread.currentThread()) {
				throw new IllegalStateException(
						"The load of key " + KeyText.logged(key) + " asks for that very key and would wait for itself");
			}
			next = (loading != null) ? WAITING.get(loading) : null;
		}
	}

	CompletableFuture<Outcome> future() {
		return this.future;
	}

}
