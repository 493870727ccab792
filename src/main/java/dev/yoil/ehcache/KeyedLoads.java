package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.yoil.ehcache.TimeSpent.On;
import org.jspecify.annotations.Nullable;

/**
 * The loads now running in one cache: at most one per key that newcomers may join. Its
 * value or its exception goes to all who wait. A write to a key voids the load that began
 * before it: those who already wait still get its value, but it is not stored and nobody
 * else joins.
 * <p>
 * Thread-safe. No lock is held while a value is loaded, so neither other keys nor writes
 * ever wait for a load. Values are in the form in which Spring stores them, so never
 * {@code null}.
 */
final class KeyedLoads {

	/** What comes instead of an outcome when somebody has waited long enough. */
	private static final Object LATE = new Object();

	private final ConcurrentMap<Object, Load> running = new ConcurrentHashMap<>();

	private final Loaded loaded;

	private final @Nullable Duration timeout;

	/**
	 * Creates the loads of a cache.
	 * @param loaded knows what is stored and what to do with what was loaded
	 * @param timeout how long callers wait for another's load; {@code null} for as long
	 * as it takes
	 */
	KeyedLoads(Loaded loaded, @Nullable Duration timeout) {
		this.loaded = loaded;
		this.timeout = timeout;
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
		Load mine = new Load(this.loaded.now(), false);
		Load load = running(key, mine);
		return ((load == mine) ? ran(key, mine, source) : awaited(key, load)).get();
	}

	private Outcome ran(Object key, Load mine, Callable<Object> source)
			throws ExecutionException, InterruptedException, LoadTimeoutException {
		try {
			run(key, mine, source, null);
		}
		finally {
			// Little enough to work even when the stack is full.
			mine.leave();
		}
		return await(key, mine);
	}

	private Outcome awaited(Object key, Load load)
			throws ExecutionException, InterruptedException, LoadTimeoutException {
		join(key, load);
		TimeSpent.Span span = TimeSpent.begin(On.WAIT);
		CacheWaitEvent event = new CacheWaitEvent();
		event.begin();
		try {
			return await(key, load);
		}
		finally {
			span.end();
			this.loaded.waited(key, event);
		}
	}

	private Outcome await(Object key, Load load) throws ExecutionException, InterruptedException, LoadTimeoutException {
		try {
			return load.await(key, this.timeout);
		}
		catch (TimeoutException ex) {
			return new Outcome(this.loaded.late(key), null);
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
		Load mine = new Load(this.loaded.now(), false);
		Load load = running(key, mine);
		if (load == mine) {
			begin(key, load, source);
			return load.ending().thenCompose(Outcome::future);
		}
		return follow(key, load);
	}

	private CompletableFuture<Answer> follow(Object key, Load load) {
		join(key, load);
		try {
			load.refuseCycle(key);
		}
		catch (IllegalStateException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		CompletableFuture<Object> late = new CompletableFuture<>();
		if (this.timeout != null) {
			late.completeOnTimeout(LATE, this.timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		// Unlike a copy of the one, it leaves nothing behind in a load that never ends.
		return CompletableFuture.anyOf(load.ending(), late).thenCompose((first) -> {
			if (first == LATE) {
				// Not in the one thread that keeps the time for all.
				return CompletableFuture.supplyAsync(() -> this.loaded.late(key));
			}
			late.complete(first);
			return ((Outcome) first).future();
		});
	}

	/**
	 * Has a value loaded anew by another thread, unless it is being loaded already.
	 * @param key the key
	 * @param source gives the value
	 * @param replaced what the value will take the place of; it is dropped if something
	 * else is there by then
	 * @param executor runs the load
	 */
	void refresh(Object key, Callable<Object> source, Object replaced, Executor executor) {
		Load mine = new Load(this.loaded.now(), true);
		if (running(key, mine) != mine) {
			return;
		}
		try {
			executor.execute(() -> run(key, mine, source, replaced));
		}
		catch (RejectedExecutionException ex) {
			// It never ran, so it counts as no load.
			this.loaded.rejected(key, ex);
			finish(key, mine, null, ex);
		}
		catch (Throwable ex) {
			finish(key, mine, null, ex);
			throw ex;
		}
	}

	/**
	 * Tells whether another thread has a value loaded anew, or is about to.
	 */
	boolean isRefreshing(Object key) {
		Load load = this.running.get(key);
		return load != null && load.isRefresh();
	}

	/**
	 * Voids the running load of a key, because the key is written. Once this returns no
	 * value loaded before is stored, whoever else writes the key at the same time.
	 * @param key the key
	 */
	void voidLoad(Object key) {
		Load load = this.running.get(key);
		if (load != null) {
			load.makeVoid();
			this.running.remove(key, load);
		}
	}

	/**
	 * Voids all running loads, because the cache is emptied.
	 */
	void voidAll() {
		voidIf((key) -> true);
	}

	/**
	 * Voids the running loads of some keys.
	 * @param keys tells which
	 */
	void voidIf(Predicate<Object> keys) {
		this.running.forEach((key, load) -> {
			if (keys.test(key)) {
				load.makeVoid();
				this.running.remove(key, load);
			}
		});
	}

	/**
	 * Answers those who wait for a load that nobody is running, because the cache was
	 * closed. The others will be answered by whoever runs it.
	 */
	void abandonAll() {
		this.running.forEach((key, load) -> {
			if (!load.isRunning()) {
				finish(key, load, null, new IllegalStateException("The cache was closed"));
			}
		});
	}

	private void join(Object key, Load load) {
		load.join();
		this.loaded.joined(key);
	}

	private Load running(Object key, Load mine) {
		Load other = this.running.putIfAbsent(key, mine);
		if (other == null || (other.isAbandoned() && this.running.replace(key, other, mine))) {
			return mine;
		}
		return other;
	}

	private void run(Object key, Load load, Callable<Object> source, @Nullable Object replaced) {
		load.begin();
		try {
			// The load before this one may have ended after the caller looked.
			Object present = (replaced == null) ? this.loaded.present(key) : null;
			if (present != null) {
				this.loaded.joined(key);
				finish(key, load, new Answer(present, false), null);
			}
			else {
				end(key, load, called(source), null, replaced);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			end(key, load, null, ex, replaced);
		}
		catch (Throwable ex) {
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
				finish(key, load, new Answer(present, false), null);
				return;
			}
			CompletableFuture<Object> unused = source.get()
				.whenComplete((value, failure) -> end(key, load, value, unwrapped(failure), null));
		}
		catch (Throwable ex) {
			end(key, load, null, ex, null);
		}
		finally {
			// From here on it is nobody's thread in particular.
			load.hand();
		}
	}

	private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private void end(Object key, Load load, @Nullable Object value, @Nullable Throwable failure,
			@Nullable Object replaced) {
		Answer answer = null;
		Throwable cause = failure;
		try {
			this.loaded.ended(key, load, value == null, replaced != null);
			if (value != null) {
				this.loaded.store(key, value, load, replaced);
				answer = new Answer(value, false);
			}
			else {
				cause = (failure != null) ? failure : new IllegalStateException("The load gave no future");
				answer = this.loaded.failed(key, new LoadFailure(cause), load);
			}
		}
		catch (Throwable ex) {
			cause = ex;
		}
		finish(key, load, answer, cause);
	}

	/**
	 * Lets the next load of the key begin, then answers those who wait: in this order, so
	 * that whoever asks again after an answer finds the value or begins anew.
	 */
	private void finish(Object key, Load load, @Nullable Answer answer, @Nullable Throwable failure) {
		try {
			this.running.remove(key, load);
		}
		finally {
			load.finish(answer, failure);
		}
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
		 * Notes that the calling thread has waited for another's load.
		 * @param event of which it was told when that began
		 */
		void waited(Object key, CacheWaitEvent event);

	}

}
