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
import java.util.function.Supplier;

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

	private final ConcurrentMap<Object, Load> running = new ConcurrentHashMap<>();

	private final Loaded loaded;

	/**
	 * Creates the loads of a cache.
	 * @param loaded knows what is stored and what to do with what was loaded
	 */
	KeyedLoads(Loaded loaded) {
		this.loaded = loaded;
	}

	/**
	 * Loads a value in the calling thread, or waits for the load of that key that is
	 * already running.
	 * @param key the key
	 * @param source gives the value
	 * @param timeout how long to wait for another's load; {@code null} for as long as it
	 * takes
	 * @return the value
	 * @throws ExecutionException if the load failed; its cause says why
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws TimeoutException if another's load took too long
	 * @throws IllegalStateException if the caller is the very thread that is loading the
	 * key
	 */
	Answer load(Object key, Callable<Object> source, @Nullable Duration timeout)
			throws ExecutionException, InterruptedException, TimeoutException {
		Load mine = new Load(Thread.currentThread());
		Load load = join(key, mine);
		if (load == mine) {
			run(key, load, source, true);
		}
		else if (load.loader == Thread.currentThread()) {
			throw new IllegalStateException(
					"The load of key '" + key + "' asks for that very key and would wait for itself");
		}
		else {
			this.loaded.joined(key);
		}
		return (timeout != null) ? load.result.get(timeout.toMillis(), TimeUnit.MILLISECONDS) : load.result.get();
	}

	/**
	 * Starts to load a value, or joins the load of that key that is already running.
	 * @param key the key
	 * @param source starts to give the value
	 * @return the value to come; cancelling it does not disturb others who wait
	 */
	CompletableFuture<Answer> start(Object key, Supplier<CompletableFuture<Object>> source) {
		Load mine = new Load(null);
		Load load = join(key, mine);
		if (load == mine) {
			begin(key, load, source);
		}
		else {
			this.loaded.joined(key);
		}
		return load.result.copy();
	}

	/**
	 * Has a value loaded anew by another thread, unless it is being loaded already.
	 * @param key the key
	 * @param source gives the value
	 * @param executor runs the load
	 */
	void refresh(Object key, Callable<Object> source, Executor executor) {
		Load mine = new Load(null);
		if (join(key, mine) != mine) {
			return;
		}
		try {
			executor.execute(() -> run(key, mine, source, false));
		}
		catch (RejectedExecutionException ex) {
			end(key, mine, null, ex);
		}
	}

	/**
	 * Voids the running load of a key, because the key is about to be written.
	 * @param key the key
	 */
	void voidLoad(Object key) {
		Load load = this.running.remove(key);
		if (load != null) {
			load.makeVoid();
		}
	}

	/**
	 * Voids all running loads, because the cache is about to be emptied.
	 */
	void voidAll() {
		this.running.keySet().forEach(this::voidLoad);
	}

	/**
	 * Answers all who still wait that the cache was closed.
	 */
	void abandonAll() {
		this.running.forEach((key, load) -> answer(key, load, null, new IllegalStateException("The cache was closed")));
	}

	private Load join(Object key, Load mine) {
		Load other = this.running.putIfAbsent(key, mine);
		return (other != null) ? other : mine;
	}

	private void run(Object key, Load load, Callable<Object> source, boolean ifAbsent) {
		try {
			// The load before this one may have ended after the caller looked.
			Object present = ifAbsent ? this.loaded.present(key) : null;
			if (present != null) {
				answer(key, load, new Answer(present, false), null);
			}
			else {
				end(key, load, source.call(), null);
			}
		}
		catch (Throwable ex) {
			end(key, load, null, ex);
		}
	}

	private void begin(Object key, Load load, Supplier<CompletableFuture<Object>> source) {
		try {
			Object present = this.loaded.present(key);
			if (present != null) {
				answer(key, load, new Answer(present, false), null);
			}
			else {
				CompletableFuture<Object> unused = source.get()
					.whenComplete((value, failure) -> end(key, load, value, failure));
			}
		}
		catch (Throwable ex) {
			end(key, load, null, ex);
		}
	}

	private void end(Object key, Load load, @Nullable Object value, @Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		Answer answer = null;
		try {
			if (value != null) {
				this.loaded.store(key, value, load);
				answer = new Answer(value, false);
			}
			else if (cause != null) {
				answer = this.loaded.failed(key, cause, load);
			}
		}
		catch (Throwable ex) {
			cause = ex;
		}
		answer(key, load, answer, cause);
	}

	/**
	 * Lets the next load of the key begin, then answers those who wait: in this order, so
	 * that whoever asks again after an answer finds the value or begins anew.
	 */
	private void answer(Object key, Load load, @Nullable Answer answer, @Nullable Throwable failure) {
		this.running.remove(key, load);
		if (answer != null) {
			load.result.complete(answer);
		}
		else {
			load.result
				.completeExceptionally((failure != null) ? failure : new IllegalStateException("A load gave nothing"));
		}
	}

	/**
	 * What a cache does around its loads. Called by the thread that loads, under no lock.
	 */
	interface Loaded {

		/**
		 * Returns the stored value of a key, {@code null} if there is none that is good.
		 */
		@Nullable Object present(Object key);

		/**
		 * Stores a value if its lease still holds.
		 */
		void store(Object key, Object value, Lease lease);

		/**
		 * Returns what may be answered instead of a value that could not be loaded,
		 * {@code null} if nothing.
		 */
		@Nullable Answer failed(Object key, Throwable cause, Lease lease);

		/**
		 * Notes that the calling thread joined another's load.
		 */
		void joined(Object key);

	}

	/**
	 * One load of one key.
	 */
	private static final class Load extends Lease {

		private final CompletableFuture<Answer> result = new CompletableFuture<>();

		private final @Nullable Thread loader;

		/**
		 * Creates a load.
		 * @param loader the thread that runs it from begin to end, if one is known
		 */
		Load(@Nullable Thread loader) {
			this.loader = loader;
		}

	}

}
