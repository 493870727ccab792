package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.yoil.ehcache.Load.Waiter;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.ehcache.internal.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * Loads values for one cache: one load per key, however many ask (single flight, as in
 * Go's {@code golang.org/x/sync/singleflight}). Its value or its exception goes to all
 * who wait; if its thread is interrupted, one of them loads instead.
 * <p>
 * Thread-safe. No lock is held while a value is loaded, so neither other keys nor writes
 * ever wait for a load. Values are in the form in which Spring stores them, so never
 * {@code null}.
 */
final class KeyedLoads {

	/** What comes instead of an outcome when somebody has waited long enough. */
	private static final Object LATE = new Object();

	private final RunningLoads running;

	private final LoadResults results;

	private final TierLoads tier;

	/** How long callers wait for another's load; null for as long as it takes. */
	private final @Nullable Duration timeout;

	/** Runs the loads that are nobody's thread's. */
	private final Executor executor;

	KeyedLoads(RunningLoads running, LoadResults results, TierLoads tier, @Nullable Duration timeout,
			Executor executor) {
		this.running = running;
		this.results = results;
		this.tier = tier;
		this.timeout = timeout;
		this.executor = executor;
	}

	/**
	 * Loads a value in the calling thread, or waits for the load of that key that is
	 * already running.
	 * @return the value or its failure
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws LoadTimeoutException if another's load took too long
	 * @throws IllegalStateException if the load would wait for itself
	 */
	Outcome load(Object key, Callable<Object> source) throws InterruptedException {
		Outcome outcome = null;
		long asked = System.nanoTime();
		while (outcome == null || outcome.isInterruption()) {
			Load mine = begun(key, null);
			Load load = this.running.enter(key, mine);
			if (load == mine) {
				return ran(key, mine, source, outcome != null);
			}
			outcome = joined(key, load, asked, outcome != null);
		}
		return outcome;
	}

	private Outcome joined(Object key, Load load, long asked, boolean waited) throws InterruptedException {
		join(load, waited);
		CacheLookup.shared();
		Outcome outcome = awaited(key, load, asked);
		if (outcome.isInterruption()) {
			CacheLookup.notShared();
		}
		return outcome;
	}

	private Load begun(Object key, @Nullable StoredEntry replaced) {
		return new Load(this.results.now(), this.running.label(key), replaced, this.tier.isUsable());
	}

	private Outcome ran(Object key, Load mine, Callable<Object> source, boolean waited) {
		try {
			run(key, mine, source, waited);
		}
		finally {
			// Little enough to work even when the stack is full.
			mine.leave();
		}
		return mine.ending().join();
	}

	private Outcome awaited(Object key, Load load, long asked) throws InterruptedException {
		TimeSpent.Span span = TimeSpent.begin(On.WAIT);
		CacheWaitEvent event = new CacheWaitEvent();
		event.begin();
		try {
			return load.await(key, (this.timeout != null) ? this.timeout.minusNanos(System.nanoTime() - asked) : null);
		}
		catch (TimeoutException ex) {
			return this.results.late(key, this.timeout);
		}
		finally {
			span.end();
			this.results.waited(key, event);
		}
	}

	/**
	 * Starts to load a value, or joins the load of that key that is already running.
	 * @param source starts to give the value
	 * @return the value to come, as {@link #load} gives it, or its failure; cancelling it
	 * does not disturb others who wait
	 */
	CompletableFuture<Outcome> start(Object key, Supplier<CompletableFuture<Object>> source) {
		Load mine = begun(key, null);
		Load load = this.running.enter(key, mine);
		if (load == mine) {
			begin(key, mine, source, false);
			return mine.ending().thenCompose(Outcome::future);
		}
		join(load, false);
		try {
			load.refuseCycle(key);
		}
		catch (IllegalStateException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		CompletableFuture<Object> late = new CompletableFuture<>();
		return follow(key, load, new Waiter(source, (this.timeout != null)
				? late.completeOnTimeout(LATE, this.timeout.toNanos(), TimeUnit.NANOSECONDS) : late));
	}

	private CompletableFuture<Outcome> follow(Object key, Load load, Waiter waiter) {
		// Unlike a copy of the one, it leaves nothing behind in a load that never ends.
		return CompletableFuture.anyOf(load.ending(), waiter.late()).thenCompose((first) -> {
			if (!(first instanceof Outcome outcome)) {
				return tooLate(key);
			}
			if (outcome.isInterruption()) {
				return goOn(key, load, waiter);
			}
			waiter.late().complete(outcome);
			return outcome.future();
		});
	}

	/**
	 * Has a caller, who has gone on, load the value or join another's load: in another
	 * thread than the one that was interrupted, and one for all who waited for that.
	 */
	private CompletableFuture<Outcome> goOn(Object key, Load interrupted, Waiter waiter) {
		if (interrupted.add(waiter)) {
			try {
				this.executor.execute(() -> restart(key, interrupted));
			}
			catch (RuntimeException | Error ex) {
				interrupted.takeWaiters().forEach((waiting) -> waiting.next().completeExceptionally(ex));
			}
		}
		return CompletableFuture.anyOf(waiter.next(), waiter.late())
			.thenCompose((first) -> (first == LATE) ? tooLate(key) : waiter.next().thenCompose(Supplier::get));
	}

	/**
	 * Enters one load for all of them: even if a write voids it meanwhile, they asked
	 * before that.
	 */
	private void restart(Object key, Load interrupted) {
		List<Waiter> waiters = interrupted.takeWaiters().stream().filter((waiter) -> !waiter.late().isDone()).toList();
		if (waiters.isEmpty()) {
			return;
		}
		// Some of them may have doubted, where it was asked for.
		Load mine = new Load(this.results.now(), this.running.label(key), null, false);
		try {
			Load load = this.running.enter(key, mine);
			for (Waiter waiter : (load == mine) ? waiters.subList(1, waiters.size()) : waiters) {
				join(load, true);
				waiter.next().complete(() -> follow(key, load, waiter.again()));
			}
			if (load == mine) {
				waiters.get(0).next().complete(() -> mine.ending().thenCompose(Outcome::future));
				begin(key, mine, waiters.get(0).source(), true);
			}
		}
		catch (Throwable ex) {
			this.running.finish(key, mine, Outcome.failed(new LoadFailure(ex, false)));
			waiters.forEach((waiter) -> waiter.next().completeExceptionally(ex));
			throw ex;
		}
	}

	private CompletableFuture<Outcome> tooLate(Object key) {
		// Not in the one thread that keeps the time for all.
		return CompletableFuture.supplyAsync(() -> this.results.late(key, this.timeout));
	}

	/**
	 * Has a value refreshed by another thread, unless it is being loaded already.
	 * @param replaced what the value will replace; it is dropped if something else is
	 * there by then
	 */
	void refresh(Object key, Callable<Object> source, StoredEntry replaced) {
		Load mine = begun(key, replaced);
		if (this.running.enter(key, mine) != mine) {
			return;
		}
		try {
			this.executor.execute(() -> run(key, mine, source, false));
		}
		catch (RejectedExecutionException ex) {
			// It never ran, so it counts as no load, and whoever joined it loads instead.
			this.results.rejected(key, ex);
			this.running.finish(key, mine, Outcome.failed(new LoadFailure(ex, true)));
		}
		catch (Throwable ex) {
			this.running.finish(key, mine, Outcome.failed(new LoadFailure(ex, false)));
			throw ex;
		}
	}

	/**
	 * Joins another's load.
	 * @param waited whether the caller has waited before, for a load that was interrupted
	 */
	private void join(Load load, boolean waited) {
		load.join();
		if (!waited) {
			this.results.shared();
		}
	}

	private void run(Object key, Load load, Callable<Object> source, boolean waited) {
		load.begin(this.running.label(key));
		try {
			if (load.isRefresh() || !foundPresent(key, load, waited)) {
				end(key, load, called(key, load, source), null);
			}
			else {
				CacheLookup.shared();
			}
		}
		catch (Throwable ex) {
			LoadFailure.keepInterruption(ex);
			end(key, load, null, ex);
		}
	}

	/**
	 * The load before this one may have ended after the caller looked.
	 */
	private boolean foundPresent(Object key, Load load, boolean waited) {
		Object present = this.results.present(key);
		if (present == null) {
			return false;
		}
		if (!waited) {
			this.results.shared();
		}
		this.running.finish(key, load, Outcome.of(present));
		return true;
	}

	private Object called(Object key, Load load, Callable<Object> source) throws Exception {
		Object found = foundInTier(key, load);
		if (found != null) {
			CacheLookup.secondTier();
			return found;
		}
		TimeSpent.Span span = TimeSpent.begin(On.LOAD);
		try {
			return source.call();
		}
		finally {
			span.end();
		}
	}

	/**
	 * Looks whether another instance has loaded the value. If not, the source is asked
	 * now.
	 */
	private @Nullable Object foundInTier(Object key, Load load) throws Exception {
		Object found = this.tier.find(key, load);
		if (found == null) {
			load.ask();
		}
		return found;
	}

	private void begin(Object key, Load load, Supplier<CompletableFuture<Object>> source, boolean waited) {
		load.begin(this.running.label(key));
		try {
			if (!foundPresent(key, load, waited)) {
				Object found = foundInTier(key, load);
				CompletableFuture<Object> unused = ((found != null) ? CompletableFuture.completedFuture(found)
						: source.get())
					.whenComplete((value, failure) -> end(key, load, value,
							(failure != null) ? LoadFailure.unwrapped(failure) : null));
			}
		}
		catch (Throwable ex) {
			LoadFailure.keepInterruption(ex);
			end(key, load, null, LoadFailure.unwrapped(ex));
		}
		finally {
			// From here on it is nobody's thread in particular.
			load.detach();
		}
	}

	private void end(Object key, Load load, @Nullable Object value, @Nullable Throwable failure) {
		Outcome outcome;
		try {
			this.results.ended(key, load, value == null);
			if (value != null) {
				this.results.store(key, value, load);
				outcome = Outcome.of(value);
			}
			else {
				outcome = this.results.failed(key,
						LoadFailure
							.of((failure != null) ? failure : new IllegalStateException("The load gave no future")),
						load);
			}
		}
		catch (Throwable ex) {
			outcome = Outcome.failed(new LoadFailure(ex, false));
		}
		this.running.finish(key, load, outcome);
	}

}
