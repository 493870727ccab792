package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * Coordinator of the loads of one cache: each key is loaded once, however many callers
 * ask (single flight, as in Go's {@code golang.org/x/sync/singleflight}). All callers
 * that wait get the value or the exception. If the loading thread is interrupted, one of
 * them loads instead.
 * <p>
 * Callers and refresh threads never need each other:
 * <ul>
 * <li>A load that callers wait for runs in the thread of a caller, or in a thread that is
 * free. It is never queued.
 * <li>No caller waits for a queued refresh. It takes the refresh over and loads by
 * itself. So refreshes that hang, in any cache, delay refreshes only.
 * <li>A loader in a refresh thread joins no other load. It loads the value for itself and
 * does not store it. So a load that hangs holds no refresh thread, and refreshes and
 * loads never wait for each other in a circle.
 * </ul>
 * Thread-safe. No lock is held while a value is loaded, so other keys and writes never
 * wait for a load. Values are in the form in which Spring stores them, so never
 * {@code null}.
 */
final class LoadCoordinator {

	/** Set in threads that refresh a value. */
	private static final ThreadLocal<@Nullable Boolean> REFRESHING = new ThreadLocal<>();

	private final InFlightLoads inFlight;

	private final LoadRunner runner;

	/** Has the policy. */
	private final EntryStore store;

	private final CacheThreads threads;

	LoadCoordinator(InFlightLoads inFlight, LoadRunner runner, EntryStore store, CacheThreads threads) {
		this.inFlight = inFlight;
		this.runner = runner;
		this.store = store;
		this.threads = threads;
	}

	/**
	 * Loads a value in the calling thread, or waits for the load of that key that is
	 * running. With a soft timeout and a stale value, it loads in another thread.
	 * @return the value or its failure; {@link Outcome#LATE} if another's load took too
	 * long
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws IllegalStateException if the load would wait for itself
	 */
	Outcome load(Object key, Callable<Object> source) throws InterruptedException {
		Duration patience = this.store.policy().softTimeout();
		Outcome soft = (patience != null) ? refreshWithin(patience, key, source) : null;
		if (soft != null) {
			return soft;
		}
		LoadObservation observation = this.runner.observe(key, false);
		while (true) {
			Load mine = this.runner.create(observation, null, true);
			Load load = enter(mine);
			if (load == mine) {
				return this.runner.run(mine, source);
			}
			Outcome outcome = await(load, observation);
			if (!outcome.isInterruption()) {
				return outcome;
			}
		}
	}

	/**
	 * Loads a value in another thread, and waits for it for a limited time. The load goes
	 * on after that. If no thread is free, the calling thread loads: a stale value is
	 * served only while its load runs.
	 * @return the value or its failure; the old value if the load takes longer;
	 * {@code null} if there is none, so that the caller has to wait
	 */
	private @Nullable Outcome refreshWithin(Duration patience, Object key, Callable<Object> source)
			throws InterruptedException {
		StoredEntry stale = (REFRESHING.get() == null) ? this.runner.expired(key) : null;
		if (stale == null) {
			return null;
		}
		LoadObservation observation = this.runner.observe(key, true);
		Load mine = this.runner.create(observation, stale, true);
		Load load = this.inFlight.enter(mine);
		// Not in the few refresh threads: others' slow loads must not delay this one.
		if (load == mine && !isStarted(mine, source)) {
			runQueued(mine, source);
			return mine.outcome().isLate() ? null : mine.outcome();
		}
		Outcome outcome = observation.waiting(load.observation(), () -> load.await(patience));
		return (outcome.isLate() || outcome.isInterruption()) ? this.runner.instead(key) : outcome;
	}

	private boolean isStarted(Load load, Callable<Object> source) {
		try {
			return this.threads.start(this.runner.withContext(load, () -> runRefreshing(load, source)));
		}
		catch (RuntimeException | Error ex) {
			// The manager is closed, or there is no memory for a thread.
			return false;
		}
	}

	/** Enters a load, or finds the load to join. A refresh thread joins none. */
	Load enter(Load mine) {
		Load load = this.inFlight.enter(mine);
		if (load == mine || REFRESHING.get() == null) {
			return load;
		}
		load.refuseCycle();
		mine.makeVoid();
		return mine;
	}

	Outcome await(Load load, LoadObservation observation) throws InterruptedException {
		join(load, observation);
		Outcome outcome = observation.waiting(load.observation(), () -> load.await(timeLeft(observation)));
		if (!outcome.isInterruption()) {
			this.runner.misses().shared();
		}
		return outcome.isLate() ? this.runner.late(load.key()) : outcome;
	}

	private static void join(Load load, LoadObservation observation) {
		load.observation().joined();
		observation.shared();
	}

	private @Nullable Duration timeLeft(LoadObservation observation) {
		Duration timeout = timeout();
		return (timeout != null) ? timeout.minusNanos(System.nanoTime() - observation.askedAt()) : null;
	}

	/** Returns the longest wait for another's load, null for no limit. */
	private @Nullable Duration timeout() {
		return this.store.policy().loadTimeout();
	}

	/**
	 * Starts to load a value, or joins the load of that key that is running. Waits for
	 * neither. Cancelling the future does not disturb other callers.
	 */
	CompletableFuture<Outcome> start(Object key, Supplier<CompletableFuture<Object>> source) {
		Duration patience = this.store.policy().softTimeout();
		boolean soft = patience != null && this.runner.expired(key) != null;
		CompletableFuture<Outcome> started = startHere(key, source);
		return (soft && patience != null) ? orInstead(started, patience, key) : started;
	}

	/** Replaces a value that does not come in time by the old one. */
	private CompletableFuture<Outcome> orInstead(CompletableFuture<Outcome> started, Duration patience, Object key) {
		CompletableFuture<Outcome> late = late(patience);
		return CompletableFuture.anyOf(started, late).thenCompose((first) -> {
			late.complete((Outcome) first);
			Outcome instead = (first == Outcome.LATE) ? this.runner.instead(key) : null;
			return (instead != null) ? CompletableFuture.completedFuture(instead) : started;
		});
	}

	/**
	 * Returns a future that completes with {@link Outcome#LATE} after a while, unless it
	 * is completed before: not in the one thread that runs the timeouts of all futures,
	 * because code that depends on it may wait.
	 */
	private CompletableFuture<Outcome> late(Duration patience) {
		CompletableFuture<Outcome> late = new CompletableFuture<>();
		CompletableFuture<Outcome> timer = new CompletableFuture<Outcome>().completeOnTimeout(Outcome.LATE,
				patience.toNanos(), TimeUnit.NANOSECONDS);
		CompletableFuture<Void> answered = timer.thenAccept((end) -> {
			if (end.isLate()) {
				this.threads.answer(() -> late.complete(Outcome.LATE));
			}
		});
		// The second cancels the timeout.
		CompletableFuture<Void> unused = CompletableFuture.allOf(answered, late.thenAccept(timer::complete));
		return late;
	}

	private CompletableFuture<Outcome> startHere(Object key, Supplier<CompletableFuture<Object>> source) {
		Load mine = this.runner.create(this.runner.observe(key, false), null, true);
		Load load;
		try {
			load = enter(mine);
			load.refuseCycle();
		}
		catch (IllegalStateException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		if (load != mine) {
			return follow(load, mine.observation(), source, this.threads.context());
		}
		this.runner.start(mine, source);
		return mine.future().thenCompose(Outcome::future);
	}

	/**
	 * Follows a load of another caller.
	 * @param context the context of this caller, in case that its source has to be called
	 */
	private CompletableFuture<Outcome> follow(Load load, LoadObservation observation,
			Supplier<CompletableFuture<Object>> source, Executor context) {
		join(load, observation);
		Consumer<Outcome> joined = observation.joining(load.observation());
		Duration left = timeLeft(observation);
		CompletableFuture<Outcome> late = (left != null) ? late(left) : new CompletableFuture<>();
		// Unlike a copy of the one, it leaves nothing behind in a load that never ends.
		return CompletableFuture.anyOf(load.future(), late).thenCompose((first) -> {
			Outcome outcome = (Outcome) first;
			joined.accept(outcome);
			if (outcome.isLate()) {
				return CompletableFuture.completedFuture(this.runner.late(load.key()));
			}
			late.complete(outcome);
			return outcome.isInterruption() ? retry(observation, source, context) : outcome.future();
		});
	}

	/**
	 * Goes on after the load that a future waited for was interrupted. The first such
	 * future has its source called in another thread; the others follow it.
	 */
	private CompletableFuture<Outcome> retry(LoadObservation observation, Supplier<CompletableFuture<Object>> source,
			Executor context) {
		// This thread cannot know whether the caller distrusts the shared tier.
		Load mine = this.runner.create(observation, null, false);
		Load load = this.inFlight.enter(mine);
		if (load != mine) {
			return follow(load, observation, source, context);
		}
		Runnable start = this.runner.with(context, mine, () -> this.runner.start(mine, source));
		Runnable reserved = this.threads.reserve(start);
		try {
			Objects.requireNonNullElse(reserved, start).run();
		}
		catch (RuntimeException | Error ex) {
			this.runner.fail(mine, ex);
		}
		return mine.future().thenCompose(Outcome::future);
	}

	/**
	 * Queues a refresh of an entry, unless its key is being loaded already. The new value
	 * is dropped if another entry is there by then.
	 */
	void refresh(Object key, Callable<Object> source, StoredEntry replaced) {
		Load mine = this.runner.create(this.runner.observe(key, true), replaced, true);
		if (this.inFlight.enter(mine) != mine) {
			return;
		}
		try {
			this.threads.refresh(this.runner.withContext(mine, () -> runRefreshing(mine, source)));
		}
		catch (RuntimeException | Error ex) {
			this.inFlight.finish(mine, Outcome.LATE);
			this.runner.rejected(key, ex);
		}
	}

	private void runRefreshing(Load load, Callable<Object> source) {
		Boolean outer = REFRESHING.get();
		REFRESHING.set(Boolean.TRUE);
		try {
			runQueued(load, source);
		}
		finally {
			REFRESHING.set(outer);
		}
	}

	private void runQueued(Load load, Callable<Object> source) {
		if (load.begin()) {
			Outcome unused = this.runner.run(load, source);
		}
		else {
			this.inFlight.finish(load, Outcome.LATE);
		}
	}

}
