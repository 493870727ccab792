package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import dev.yoil.ehcache.TimeSpent.On;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.interceptor.CacheOperationInvoker;

/**
 * Loads values for one cache: one load per key, however many ask. Its value or its
 * exception goes to all who wait; if its thread is interrupted, one of them loads
 * instead.
 * <p>
 * Thread-safe. No lock is held while a value is loaded, so neither other keys nor writes
 * ever wait for a load. Values are in the form in which Spring stores them, so never
 * {@code null}.
 */
final class KeyedLoads {

	/** What comes instead of an outcome when somebody has waited long enough. */
	private static final Object LATE = new Object();

	private final RunningLoads running;

	private final Loaded loaded;

	private final @Nullable Duration timeout;

	private final Executor executor;

	/**
	 * Creates the loads of a cache.
	 * @param running has those that are running
	 * @param loaded knows what is stored and what to do with what was loaded
	 * @param timeout how long callers wait for another's load; {@code null} for as long
	 * as it takes
	 * @param executor runs the loads that are nobody's thread's
	 */
	KeyedLoads(RunningLoads running, Loaded loaded, @Nullable Duration timeout, Executor executor) {
		this.running = running;
		this.loaded = loaded;
		this.timeout = timeout;
		this.executor = executor;
	}

	/**
	 * Loads a value in the calling thread, or waits for the load of that key that is
	 * already running.
	 * @param key the key
	 * @param source gives the value
	 * @return the value
	 * @throws ExecutionException if the load failed; its cause says why
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws LoadTimeoutException if another's load took too long
	 * @throws IllegalStateException if the load would wait for itself
	 */
	Answer load(Object key, Callable<Object> source) throws ExecutionException, InterruptedException {
		long asked = System.nanoTime();
		while (true) {
			Load mine = new Load(this.loaded.now(), false);
			Load load = this.running.enter(key, mine);
			if (load == mine) {
				return ran(key, mine, source).get();
			}
			Outcome outcome = awaited(key, load, asked);
			if (!outcome.isInterruption()) {
				return outcome.get();
			}
			this.loaded.parted(key);
		}
	}

	private Outcome ran(Object key, Load mine, Callable<Object> source) {
		try {
			run(key, mine, source, null);
		}
		finally {
			// Little enough to work even when the stack is full.
			mine.leave();
		}
		return mine.ending().join();
	}

	private Outcome awaited(Object key, Load load, long asked) throws ExecutionException, InterruptedException {
		join(key, load);
		TimeSpent.Span span = TimeSpent.begin(On.WAIT);
		CacheWaitEvent event = new CacheWaitEvent();
		event.begin();
		try {
			return load.await(key, (this.timeout != null) ? this.timeout.minusNanos(System.nanoTime() - asked) : null);
		}
		catch (TimeoutException ex) {
			return new Outcome(this.loaded.late(key), null);
		}
		finally {
			span.end();
			this.loaded.waited(key, event);
		}
	}

	/**
	 * Starts to load a value, or joins the load of that key that is already running.
	 * @param key the key
	 * @param source starts to give the value
	 * @return the value to come, as {@link #load} gives it, or its failure; cancelling it
	 * does not disturb others who wait
	 */
	CompletableFuture<Answer> start(Object key, Supplier<CompletableFuture<Object>> source) {
		return start(key, source, null);
	}

	private CompletableFuture<Answer> start(Object key, Supplier<CompletableFuture<Object>> source,
			@Nullable CompletableFuture<Object> late) {
		Load mine = new Load(this.loaded.now(), false);
		Load load = this.running.enter(key, mine);
		if (load == mine) {
			begin(key, load, source);
			return load.ending().thenCompose(Outcome::future);
		}
		join(key, load);
		try {
			load.refuseCycle(key);
		}
		catch (IllegalStateException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		return follow(key, load, source, (late != null) ? late : late());
	}

	/**
	 * Returns what is completed when a caller that asks now has waited long enough.
	 */
	private CompletableFuture<Object> late() {
		CompletableFuture<Object> late = new CompletableFuture<>();
		return (this.timeout != null) ? late.completeOnTimeout(LATE, this.timeout.toNanos(), TimeUnit.NANOSECONDS)
				: late;
	}

	private CompletableFuture<Answer> follow(Object key, Load load, Supplier<CompletableFuture<Object>> source,
			CompletableFuture<Object> late) {
		// Unlike a copy of the one, it leaves nothing behind in a load that never ends.
		return CompletableFuture.anyOf(load.ending(), late).thenCompose((first) -> {
			if (!(first instanceof Outcome outcome)) {
				return tooLate(key);
			}
			if (outcome.isInterruption()) {
				return startAgain(key, source, late);
			}
			late.complete(outcome);
			return outcome.future();
		});
	}

	/**
	 * Starts to load a value, or joins another's load, in the place of a caller who has
	 * gone on: not in the thread that was interrupted.
	 */
	private CompletableFuture<Answer> startAgain(Object key, Supplier<CompletableFuture<Object>> source,
			CompletableFuture<Object> late) {
		CompletableFuture<Object> begun = new CompletableFuture<>();
		CompletableFuture<Answer> answer = CompletableFuture.completedFuture(key).thenComposeAsync((same) -> {
			begun.complete(key);
			return late.isDone() ? tooLate(key) : start(key, source, late);
		}, this.executor);
		// The answer too, which fails if no thread can be had.
		return CompletableFuture.anyOf(begun, answer, late)
			.thenCompose((first) -> (first == LATE) ? tooLate(key) : answer);
	}

	private CompletableFuture<Answer> tooLate(Object key) {
		// Not in the one thread that keeps the time for all.
		return CompletableFuture.supplyAsync(() -> this.loaded.late(key));
	}

	/**
	 * Has a value loaded anew by another thread, unless it is being loaded already.
	 * @param key the key
	 * @param source gives the value
	 * @param replaced what the value will take the place of; it is dropped if something
	 * else is there by then
	 */
	void refresh(Object key, Callable<Object> source, Object replaced) {
		Load mine = new Load(this.loaded.now(), true);
		if (this.running.enter(key, mine) != mine) {
			return;
		}
		try {
			this.executor.execute(() -> run(key, mine, source, replaced));
		}
		catch (RejectedExecutionException ex) {
			// It never ran, so it counts as no load, and whoever joined it loads instead.
			this.loaded.rejected(key, ex);
			this.running.finish(key, mine, new Outcome(null, new LoadFailure(ex, true)));
		}
		catch (Throwable ex) {
			this.running.finish(key, mine, new Outcome(null, new LoadFailure(ex, false)));
			throw ex;
		}
	}

	private void join(Object key, Load load) {
		load.join();
		this.loaded.joined(key);
	}

	private void run(Object key, Load load, Callable<Object> source, @Nullable Object replaced) {
		load.begin();
		try {
			// The load before this one may have ended after the caller looked.
			Object present = (replaced == null) ? this.loaded.present(key) : null;
			if (present != null) {
				this.loaded.joined(key);
				this.running.finish(key, load, new Outcome(new Answer(present, false), null));
			}
			else {
				end(key, load, called(source), null, replaced);
			}
		}
		catch (Throwable ex) {
			LoadFailure.keepInterruption(ex);
			end(key, load, null, ex, replaced);
		}
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

	private void begin(Object key, Load load, Supplier<CompletableFuture<Object>> source) {
		load.begin();
		try {
			Object present = this.loaded.present(key);
			if (present != null) {
				this.loaded.joined(key);
				this.running.finish(key, load, new Outcome(new Answer(present, false), null));
				return;
			}
			CompletableFuture<Object> unused = source.get()
				.whenComplete(
						(value, failure) -> end(key, load, value, (failure != null) ? unwrapped(failure) : null, null));
		}
		catch (Throwable ex) {
			LoadFailure.keepInterruption(ex);
			end(key, load, null, unwrapped(ex), null);
		}
		finally {
			// From here on it is nobody's thread in particular.
			load.hand();
		}
	}

	/**
	 * Spring wraps what an annotated method throws to carry it through the loader, and
	 * does not look for that wrapper in a future.
	 */
	static Throwable unwrapped(Throwable failure) {
		return ((failure instanceof CompletionException || failure instanceof CacheOperationInvoker.ThrowableWrapper)
				&& failure.getCause() != null) ? failure.getCause() : failure;
	}

	private void end(Object key, Load load, @Nullable Object value, @Nullable Throwable failure,
			@Nullable Object replaced) {
		Outcome outcome;
		try {
			this.loaded.ended(key, load, value == null, replaced != null);
			if (value != null) {
				this.loaded.store(key, value, load, replaced);
				outcome = new Outcome(new Answer(value, false), null);
			}
			else {
				LoadFailure why = LoadFailure
					.of((failure != null) ? failure : new IllegalStateException("The load gave no future"));
				outcome = new Outcome(why.isInterruption() ? null : this.loaded.failed(key, why, load), why);
			}
		}
		catch (Throwable ex) {
			outcome = new Outcome(null, new LoadFailure(ex, false));
		}
		this.running.finish(key, load, outcome);
	}

	/**
	 * What a cache does around its loads. Called by the thread that loads, under no lock.
	 */
	interface Loaded {

		/**
		 * Returns the time, in milliseconds since the epoch.
		 */
		long now();

		/**
		 * Returns the stored value of a key, {@code null} if there is none that is good.
		 */
		@Nullable Object present(Object key);

		/**
		 * Counts a load that ended.
		 * @param failed whether it gave no value
		 * @param refresh whether the value from before was served meanwhile
		 */
		void ended(Object key, Load load, boolean failed, boolean refresh);

		/**
		 * Stores a value if its lease still holds and nothing was written meanwhile but
		 * what it replaces. A failure to store is no failure to load.
		 */
		void store(Object key, Object value, Lease lease, @Nullable Object replaced);

		/**
		 * Returns what may be answered instead of a value that could not be loaded,
		 * {@code null} if nothing.
		 */
		@Nullable Answer failed(Object key, LoadFailure failure, Load load);

		/**
		 * Notes that no thread could take a load on, which counts as no load.
		 */
		void rejected(Object key, Throwable cause);

		/**
		 * Returns what may be answered to a caller who has waited long enough for
		 * another's load.
		 * @throws LoadTimeoutException if there is nothing
		 */
		Answer late(Object key);

		/**
		 * Notes that the calling thread joined another's load.
		 */
		void joined(Object key);

		/**
		 * Notes that the load that the calling thread joined gave it nothing, so that it
		 * goes on to load the value itself.
		 */
		void parted(Object key);

		/**
		 * Notes that the calling thread has waited for another's load.
		 * @param event of which it was told when that began
		 */
		void waited(Object key, CacheWaitEvent event);

	}

}
