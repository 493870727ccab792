package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.spi.LowerLevel.Answer;
import org.jspecify.annotations.Nullable;

/**
 * One load of one key, and the lease to store its value. A refresh is queued until a
 * thread begins it or a caller takes it over. All other loads run from the start.
 * Thread-safe.
 */
final class Load extends Lease {

	/**
	 * The load that each thread waits for, in any cache. A thread waits for one load at
	 * most, so a cycle in this wait-for graph (Coffman, Elphick and Shoshani, "System
	 * Deadlocks", 1971) is found by following it.
	 */
	private static final ConcurrentMap<Thread, Load> WAITING = new ConcurrentHashMap<>();

	private final LoadObservation observation;

	/** The entry that a refresh replaces; null if callers wait for the load. */
	private final @Nullable StoredEntry replaced;

	/** Permits the load to use values of the lower level. */
	private final boolean throughTier;

	private final AtomicBoolean queued;

	private final CompletableFuture<Outcome> future = new CompletableFuture<>();

	/**
	 * Opened before the future is completed. Code that depends on the future runs in the
	 * loading thread, and may wait for a thread that waits here.
	 */
	private final CountDownLatch ended = new CountDownLatch(1);

	private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();

	private volatile @Nullable Thread loader;

	private volatile long begunAt = System.nanoTime();

	/** The right to store the value in the lower level. */
	private volatile Answer answer = Answer.NONE;

	/** The expired value of the lower level, to be served if the load fails. */
	private volatile @Nullable StoredEntry stale;

	Load(LoadObservation observation, long since, Label label, @Nullable StoredEntry replaced, boolean throughTier) {
		super(since, label, null);
		this.observation = observation;
		this.replaced = replaced;
		this.throughTier = throughTier;
		this.queued = new AtomicBoolean(replaced != null);
	}

	Object key() {
		return this.observation.key();
	}

	LoadObservation observation() {
		return this.observation;
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
	 * {@return when the load began, in nanoseconds of an arbitrary origin}
	 */
	long begunAt() {
		return this.begunAt;
	}

	/**
	 * {@return whether the load waits for a thread, so that a caller may take it over}
	 */
	boolean isQueued() {
		return this.queued.get();
	}

	/** Begins a queued load, unless it was voided or a caller has taken it over. */
	synchronized boolean begin() {
		this.begunAt = System.nanoTime();
		return !isVoid() && this.queued.compareAndSet(true, false);
	}

	/**
	 * Takes a queued load over, unless it has begun. It is void then, in the same step:
	 * no other caller may join it, because it never begins.
	 */
	synchronized boolean takeOver() {
		boolean taken = this.queued.compareAndSet(true, false);
		if (taken) {
			makeVoid();
		}
		return taken;
	}

	void answer(Answer taken) {
		this.answer = taken;
	}

	Answer answer() {
		return this.answer;
	}

	void stale(@Nullable StoredEntry found) {
		this.stale = found;
	}

	@Nullable StoredEntry stale() {
		return this.stale;
	}

	void runBy(@Nullable Thread thread) {
		this.loader = thread;
	}

	/** Ends the load, unless it has ended. */
	void finish(Outcome result) {
		boolean first = this.outcome.compareAndSet(null, result);
		this.ended.countDown();
		this.future.complete(Objects.requireNonNull(this.outcome.get()));
		if (first) {
			this.observation.end(result);
		}
	}

	boolean isEnded() {
		return this.outcome.get() != null;
	}

	/**
	 * {@return the outcome of a load that has ended}
	 */
	Outcome outcome() {
		return Objects.requireNonNull(this.outcome.get());
	}

	CompletableFuture<Outcome> future() {
		return this.future;
	}

	/**
	 * Waits until the load has ended.
	 * @param timeout the longest wait; {@code null} for no limit
	 * @return the outcome, or {@link Outcome#LATE}
	 * @throws IllegalStateException if the calling thread would wait for itself
	 */
	Outcome await(@Nullable Duration timeout) throws InterruptedException {
		if (!isEnded()) {
			WAITING.put(Thread.currentThread(), this);
			try {
				refuseCycle();
				if (timeout == null) {
					this.ended.await();
				}
				else if (!this.ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
					return Outcome.LATE;
				}
			}
			finally {
				WAITING.remove(Thread.currentThread());
			}
		}
		return outcome();
	}

	/**
	 * Checks that the calling thread may wait for the load.
	 * @throws IllegalStateException if it would wait for itself, through loads that wait
	 * for one another
	 */
	void refuseCycle() {
		Load next = this;
		// A longer chain runs in a cycle of other threads, one of which finds it.
		int longest = WAITING.size() + 1;
		// A thread that waits for an ended load is about to go on.
		for (int i = 0; next != null && !next.isEnded() && i < longest; i++) {
			Thread loading = next.loader;
			if (loading == Thread.currentThread()) {
				throw new IllegalStateException("The load of key " + KeyText.logged(key())
						+ " asks for the same key and would wait for itself");
			}
			next = (loading != null) ? WAITING.get(loading) : null;
		}
	}

}
