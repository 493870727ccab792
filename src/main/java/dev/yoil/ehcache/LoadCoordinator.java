package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.tier.Claim;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Coordinates the loads of one cache so that each key is loaded once, however many
 * callers ask (single flight, as in Go's {@code golang.org/x/sync/singleflight}). Its
 * value or its exception goes to all callers that wait. If its thread is interrupted, one
 * of them loads instead.
 * <p>
 * No caller ever needs a refresh thread, and no refresh thread ever needs a caller:
 * <ul>
 * <li>A load that callers wait for runs in the thread of a caller, or in one of
 * {@link #LOADS}, which has a thread for each.
 * <li>No caller waits for a queued refresh: it takes the refresh over and loads by
 * itself. So refreshes that hang, in any cache, delay refreshes only.
 * <li>A loader in a refresh thread does not join the loads that it asks for. It loads
 * those values for itself, not to be stored. So a load that hangs holds no refresh
 * thread, and refreshes and loads never wait for each other in a circle.
 * </ul>
 * Thread-safe. No lock is held while a value is loaded, so neither other keys nor writes
 * ever wait for a load. Values are in the form in which Spring stores them, so never
 * {@code null}.
 */
final class LoadCoordinator {

	/** Runs the loads that callers wait for and that no caller's thread runs. */
	private static final Executor LOADS = loadThreads();

	/** The answer to a caller that has waited for as long as it may. */
	private static final Object LATE = new Object();

	/** Set in threads that refresh a value. */
	private static final ThreadLocal<@Nullable Boolean> REFRESHING = new ThreadLocal<>();

	private final InFlightLoads inFlight;

	private final LoadCompletion completion;

	private final TierLoads tier;

	/** The longest wait for another's load; null for no limit. */
	private final @Nullable Duration timeout;

	private final Executor refreshes;

	LoadCoordinator(InFlightLoads inFlight, LoadCompletion completion, TierLoads tier, @Nullable Duration timeout,
			Executor refreshes) {
		this.inFlight = inFlight;
		this.completion = completion;
		this.tier = tier;
		this.timeout = timeout;
		this.refreshes = refreshes;
	}

	private static Executor loadThreads() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("yoil-cache-load-");
		threads.setDaemon(true);
		return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
	}

	/**
	 * Loads a value in the calling thread, or waits for the load of that key that is
	 * running.
	 * @return the value or its failure
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws LoadTimeoutException if another's load took too long
	 * @throws IllegalStateException if the load would wait for itself
	 */
	Outcome load(Object key, Callable<Object> source) throws InterruptedException {
		Outcome outcome = null;
		long asked = System.nanoTime();
		while (outcome == null || outcome.isInterruption()) {
			Load mine = newLoad(key, null);
			Load load = entered(key, mine);
			if (load == mine) {
				try {
					run(key, mine, source, outcome != null);
					return mine.future().join();
				}
				finally {
					// If the stack is full, nothing else has ended the load.
					this.inFlight.remove(key, mine);
				}
			}
			outcome = awaited(key, load, asked, outcome != null);
		}
		return outcome;
	}

	private Load newLoad(Object key, @Nullable StoredEntry replaced) {
		return new Load(this.completion.now(), this.inFlight.label(key), replaced, this.tier.isUsable());
	}

	/**
	 * Enters a load, or finds the one to join. A refresh thread joins none.
	 */
	private Load entered(Object key, Load mine) {
		Load load = this.inFlight.enter(key, mine);
		if (load == mine || REFRESHING.get() == null) {
			return load;
		}
		load.refuseCycle(key);
		mine.makeVoid();
		return mine;
	}

	private Outcome awaited(Object key, Load load, long asked, boolean waited) throws InterruptedException {
		join(load, waited);
		CacheLookup.shared();
		TimeSpent.Span span = TimeSpent.begin(On.WAIT);
		CacheWaitEvent event = new CacheWaitEvent();
		event.begin();
		Outcome outcome;
		try {
			outcome = load.await(key, timeLeft(asked));
		}
		catch (TimeoutException ex) {
			return this.completion.late(key, this.timeout);
		}
		finally {
			span.end();
			this.completion.waited(key, event);
		}
		if (outcome.isInterruption()) {
			CacheLookup.notShared();
		}
		return outcome;
	}

	private @Nullable Duration timeLeft(long asked) {
		return (this.timeout != null) ? this.timeout.minusNanos(System.nanoTime() - asked) : null;
	}

	/**
	 * Joins another's load.
	 * @param waited whether the caller has waited before, for a load that was interrupted
	 */
	private void join(Load load, boolean waited) {
		load.join();
		if (!waited) {
			this.completion.shared();
		}
	}

	/**
	 * Starts to load a value, or joins the load of that key that is already running,
	 * without waiting for either.
	 * @param source starts to give the value
	 * @return the value to come, as {@link #load} gives it, or its failure; cancelling it
	 * does not disturb others who wait
	 */
	CompletableFuture<Outcome> start(Object key, Supplier<CompletableFuture<Object>> source) {
		Load mine = newLoad(key, null);
		Load load;
		try {
			load = entered(key, mine);
			load.refuseCycle(key);
		}
		catch (IllegalStateException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		if (load != mine) {
			join(load, false);
			return follow(key, load, source, System.nanoTime());
		}
		begin(key, mine, source, false);
		return mine.future().thenCompose(Outcome::future);
	}

	private CompletableFuture<Outcome> follow(Object key, Load load, Supplier<CompletableFuture<Object>> source,
			long asked) {
		CompletableFuture<Object> late = new CompletableFuture<>();
		Duration left = timeLeft(asked);
		if (left != null) {
			late.completeOnTimeout(LATE, left.toNanos(), TimeUnit.NANOSECONDS);
		}
		// Unlike a copy of the one, it leaves nothing behind in a load that never ends.
		return CompletableFuture.anyOf(load.future(), late).thenCompose((first) -> {
			if (!(first instanceof Outcome outcome)) {
				// Not in the one thread that keeps the time for all.
				return CompletableFuture.supplyAsync(() -> this.completion.late(key, this.timeout), LOADS);
			}
			late.complete(outcome);
			return outcome.isInterruption() ? goOn(key, source, asked) : outcome.future();
		});
	}

	/**
	 * Goes on after a load that a future waited for was interrupted: the first such
	 * future has its source asked by another thread, and the others follow it.
	 */
	private CompletableFuture<Outcome> goOn(Object key, Supplier<CompletableFuture<Object>> source, long asked) {
		// The caller may have distrusted the tier, which this thread cannot know.
		Load mine = new Load(this.completion.now(), this.inFlight.label(key), null, false);
		Load load = this.inFlight.enter(key, mine);
		if (load != mine) {
			join(load, true);
			return follow(key, load, source, asked);
		}
		later(key, mine, () -> begin(key, mine, source, true));
		return mine.future().thenCompose(Outcome::future);
	}

	private void later(Object key, Load load, Runnable step) {
		try {
			LOADS.execute(step);
		}
		catch (Throwable ex) {
			end(key, load, null, ex);
		}
	}

	/**
	 * Has a value refreshed by another thread, unless it is being loaded already.
	 * @param replaced what the value will replace; it is dropped if something else is
	 * there by then
	 */
	void refresh(Object key, Callable<Object> source, StoredEntry replaced) {
		Load mine = newLoad(key, replaced);
		if (this.inFlight.enter(key, mine) != mine) {
			return;
		}
		try {
			this.refreshes.execute(() -> runQueued(key, mine, source));
		}
		catch (RuntimeException | Error ex) {
			this.inFlight.remove(key, mine);
			this.completion.rejected(key, ex);
		}
	}

	private void runQueued(Object key, Load load, Callable<Object> source) {
		Boolean outer = REFRESHING.get();
		REFRESHING.set(Boolean.TRUE);
		try {
			if (load.begin()) {
				run(key, load, source, false);
			}
			else {
				this.inFlight.remove(key, load);
			}
		}
		finally {
			REFRESHING.set(outer);
		}
	}

	/**
	 * Runs a load to its end in the calling thread.
	 */
	private void run(Object key, Load load, Callable<Object> source, boolean waited) {
		step(key, load, () -> {
			load.label(this.inFlight.label(key));
			if (!load.isRefresh() && foundPresent(key, load, waited)) {
				CacheLookup.shared();
				return;
			}
			Object found = this.tier.await(this.tier.ask(key, load), load);
			load.ask();
			end(key, load, (found != null) ? found : called(source), null);
		});
	}

	private static Object called(Callable<Object> source) throws Exception {
		TimeSpent.Span span = TimeSpent.begin(On.LOAD);
		try {
			return source.call();
		}
		finally {
			span.end();
		}
	}

	/**
	 * Begins a load in the calling thread, which does not wait for its end.
	 */
	private void begin(Object key, Load load, Supplier<CompletableFuture<Object>> source, boolean waited) {
		step(key, load, () -> {
			load.label(this.inFlight.label(key));
			if (foundPresent(key, load, waited)) {
				return;
			}
			CompletableFuture<@Nullable Claim> asked = this.tier.ask(key, load);
			if (asked.isDone()) {
				ask(key, load, asked.join(), source);
			}
			else {
				// Not in the thread that brings the tier's answers.
				CompletableFuture<Void> unused = asked.thenAccept(
						(claim) -> later(key, load, () -> step(key, load, () -> ask(key, load, claim, source))));
			}
		});
	}

	private void ask(Object key, Load load, @Nullable Claim claim, Supplier<CompletableFuture<Object>> source) {
		Object found = this.tier.take(claim, load);
		load.ask();
		CompletableFuture<Object> unused = ((found != null) ? CompletableFuture.completedFuture(found) : source.get())
			.whenComplete((value, failure) -> end(key, load, value,
					(failure != null) ? LoadFailure.unwrapped(failure) : null));
	}

	/**
	 * Does a step of a load in the calling thread.
	 */
	private void step(Object key, Load load, Step step) {
		load.runBy(Thread.currentThread());
		try {
			step.run();
		}
		catch (Throwable ex) {
			LoadFailure.keepInterruption(ex);
			end(key, load, null, ex);
		}
		finally {
			load.runBy(null);
		}
	}

	/**
	 * The load before this one may have ended after the caller looked.
	 */
	private boolean foundPresent(Object key, Load load, boolean waited) {
		Object present = this.completion.present(key);
		if (present == null) {
			return false;
		}
		if (!waited) {
			this.completion.shared();
		}
		this.inFlight.finish(key, load, Outcome.of(present));
		return true;
	}

	private void end(Object key, Load load, @Nullable Object value, @Nullable Throwable failure) {
		this.inFlight.finish(key, load, this.completion.complete(key, load, value, failure));
	}

	@FunctionalInterface
	private interface Step {

		void run() throws Exception;

	}

}
