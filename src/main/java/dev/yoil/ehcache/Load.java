package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.tier.Claim;
import org.jspecify.annotations.Nullable;

/**
 * One load of one key, and the lease to store its value. Thread-safe.
 */
final class Load extends Lease {

	/**
	 * Who waits for which load, in any cache: loads may ask for one another. Each thread
	 * waits for one at most, so a cycle in this wait-for graph (Coffman, Elphick and
	 * Shoshani, "System Deadlocks", 1971) is found by following it.
	 */
	private static final ConcurrentMap<Thread, Load> WAITING = new ConcurrentHashMap<>();

	/** No chain of loads that ask for one another is longer. */
	private static final int LONGEST_CHAIN = 1_000;

	/** For threads that wait. */
	private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

	/** Completed later: what follows from it may keep the loading thread for a while. */
	private final CompletableFuture<Outcome> ending = new CompletableFuture<>();

	/** Of its own run, which is told of when that ends. */
	private final CacheLoadEvent event = new CacheLoadEvent();

	private final AtomicInteger joined = new AtomicInteger();

	/** The thread that is running the load, as far as one is known. */
	private volatile @Nullable Thread loader;

	/** When the load began, in nanoseconds of an arbitrary origin. */
	private volatile long begun = System.nanoTime();

	private volatile long asked = System.nanoTime();

	/** Whether the thread that began the load has left it. */
	private volatile boolean isOver;

	/** Of the second tier. For the thread that runs the load. */
	private volatile Claim claim = Claim.NONE;

	/** What the second tier had, if anything. */
	private volatile @Nullable Found found;

	/** What is served meanwhile, if the load is a refresh. */
	private final @Nullable StoredEntry replaced;

	private final boolean throughTier;

	/** The futures that waited and go on together, because the load was interrupted. */
	private List<Waiter> waiters = List.of();

	/**
	 * Creates a load that nobody runs yet.
	 * @param throughTier whether it may use what the second tier has or will have
	 */
	Load(long since, Label label, @Nullable StoredEntry replaced, boolean throughTier) {
		super(since, label, null);
		this.replaced = replaced;
		this.throughTier = throughTier;
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
	 * Notes what the second tier said.
	 */
	void claim(Claim claim) {
		this.claim = claim;
	}

	Claim claim() {
		return this.claim;
	}

	/**
	 * Notes that the value was found in the second tier.
	 * @param readAt when reading it began, in milliseconds since the epoch
	 * @param madeAt when it was loaded, likewise
	 */
	void found(long readAt, long madeAt) {
		this.found = new Found(readAt, madeAt);
	}

	boolean isFound() {
		return this.found != null;
	}

	/**
	 * {@return an entry of the value that came of it}
	 */
	StoredEntry entry(Object value) {
		Found there = this.found;
		return (there != null) ? new StoredEntry(value, label(), there.readAt(), there.madeAt())
				: new StoredEntry(value, label(), since());
	}

	/**
	 * Adds a future that goes on after the load was interrupted.
	 * @return whether it is the first, so that a thread must be found for it and those
	 * that follow
	 */
	synchronized boolean add(Waiter waiter) {
		boolean first = this.waiters.isEmpty();
		if (first) {
			this.waiters = new ArrayList<>();
		}
		this.waiters.add(waiter);
		return first;
	}

	/**
	 * {@return those that were added since this was called last}
	 */
	synchronized List<Waiter> takeWaiters() {
		List<Waiter> taken = this.waiters;
		this.waiters = List.of();
		return taken;
	}

	/**
	 * Begins to run the load in the calling thread.
	 * @param label the label of its key now, since nothing was read yet
	 */
	void begin(Label label) {
		label(label);
		this.loader = Thread.currentThread();
		this.begun = System.nanoTime();
		ask();
	}

	/**
	 * Notes that the source is asked now, and that it is since now that the load takes
	 * its time.
	 */
	void ask() {
		this.asked = System.nanoTime();
		this.event.begin();
	}

	CacheLoadEvent event() {
		return this.event;
	}

	void join() {
		this.joined.incrementAndGet();
	}

	/**
	 * {@return how many wait for the load who did not begin it}
	 */
	int joined() {
		return this.joined.get();
	}

	/**
	 * Notes that the load goes on, but in no thread in particular.
	 */
	void detach() {
		this.loader = null;
	}

	/**
	 * {@return when the load began, in nanoseconds of an arbitrary origin}
	 */
	long begun() {
		return this.begun;
	}

	long nanos() {
		return System.nanoTime() - this.asked;
	}

	boolean isRunning() {
		return this.loader != null;
	}

	void leave() {
		this.isOver = true;
	}

	/**
	 * Ends the load, unless that was done before.
	 */
	void finish(Outcome outcome) {
		this.outcome.complete(outcome);
		this.ending.complete(this.outcome.join());
	}

	/**
	 * Tells whether nobody will ever end the load: its thread failed in a way that left
	 * it no chance to, such as with a full stack.
	 */
	boolean isAbandoned() {
		return this.isOver && !this.outcome.isDone();
	}

	/**
	 * Waits until the load has ended.
	 * @throws IllegalStateException if the calling thread, through loads that wait for
	 * one another, would wait for itself
	 */
	Outcome await(Object key, @Nullable Duration timeout) throws InterruptedException, TimeoutException {
		if (this.outcome.isDone()) {
			return this.outcome.join();
		}
		Thread me = Thread.currentThread();
		Load before = WAITING.put(me, this);
		try {
			refuseCycle(key);
			return (timeout != null) ? this.outcome.get(timeout.toNanos(), TimeUnit.NANOSECONDS) : this.outcome.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("An outcome never fails", ex);
		}
		finally {
			if (before != null) {
				WAITING.put(me, before);
			}
			else {
				WAITING.remove(me);
			}
		}
	}

	/**
	 * Sees to it that the calling thread may wait for the load.
	 * @throws IllegalStateException if it would wait for itself, through loads that wait
	 * for one another
	 */
	void refuseCycle(Object key) {
		Load next = this;
		// Whoever waits for a load that has ended is about to go on.
		for (int i = 0; next != null && !next.outcome.isDone() && i < LONGEST_CHAIN; i++) {
			Thread loading = next.loader;
			if (loading == Thread.currentThread()) {
				throw new IllegalStateException(
						"The load of key '" + key + "' asks for that very key and would wait for itself");
			}
			next = (loading != null) ? WAITING.get(loading) : null;
		}
	}

	/**
	 * Returns how the load will end. Cancelling what follows from it does not disturb
	 * others who wait.
	 */
	CompletableFuture<Outcome> ending() {
		return this.ending;
	}

	/** When a value that was found was read and made. */
	private record Found(long readAt, long madeAt) {
	}

	/**
	 * A future that waits for another's load.
	 *
	 * @param source starts to give the value, should it have to load itself
	 * @param late completed when it has waited long enough
	 * @param next completed with what it gets when it goes on after an interruption
	 */
	record Waiter(Supplier<CompletableFuture<Object>> source, CompletableFuture<Object> late,
			CompletableFuture<Supplier<CompletableFuture<Outcome>>> next) {

		Waiter(Supplier<CompletableFuture<Object>> source, CompletableFuture<Object> late) {
			this(source, late, new CompletableFuture<>());
		}

		/**
		 * {@return the same, to wait for yet another load}
		 */
		Waiter again() {
			return new Waiter(this.source, this.late);
		}

	}

}
