package dev.yoil.ehcache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
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

	private final Function<Object, @Nullable Object> stored;

	private final BiConsumer<Object, Object> store;

	/**
	 * Creates the loads of a cache.
	 * @param stored gives the stored value of a key, {@code null} if there is none
	 * @param store stores a value under a key
	 */
	KeyedLoads(Function<Object, @Nullable Object> stored, BiConsumer<Object, Object> store) {
		this.stored = stored;
		this.store = store;
	}

	/**
	 * Loads a value in the calling thread, or waits for the load of that key that is
	 * already running.
	 * @param key the key
	 * @param source gives the value
	 * @return the value
	 * @throws ExecutionException if the load failed; its cause says why
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws IllegalStateException if the caller is the very thread that is loading the
	 * key
	 */
	Object load(Object key, Callable<Object> source) throws ExecutionException, InterruptedException {
		Load mine = new Load(Thread.currentThread());
		Load load = join(key, mine);
		if (load == mine) {
			run(key, load, source);
		}
		else if (load.loader == Thread.currentThread()) {
			throw new IllegalStateException(
					"The load of key '" + key + "' asks for that very key and would wait for itself");
		}
		return load.result.get();
	}

	/**
	 * Starts to load a value, or joins the load of that key that is already running.
	 * @param key the key
	 * @param source starts to give the value
	 * @return the value to come; cancelling it does not disturb others who wait
	 */
	CompletableFuture<Object> start(Object key, Supplier<CompletableFuture<Object>> source) {
		Load mine = new Load(null);
		Load load = join(key, mine);
		if (load == mine) {
			begin(key, load, source);
		}
		return load.result.copy();
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

	private Load join(Object key, Load mine) {
		Load other = this.running.putIfAbsent(key, mine);
		return (other != null) ? other : mine;
	}

	private void run(Object key, Load load, Callable<Object> source) {
		Object value = null;
		Throwable failure = null;
		boolean fresh = false;
		try {
			// The load before this one may have ended after the caller looked.
			value = this.stored.apply(key);
			fresh = (value == null);
			if (value == null) {
				value = source.call();
			}
		}
		catch (Throwable ex) {
			failure = ex;
		}
		end(key, load, value, failure, fresh);
	}

	private void begin(Object key, Load load, Supplier<CompletableFuture<Object>> source) {
		try {
			Object present = this.stored.apply(key);
			if (present != null) {
				end(key, load, present, null, false);
			}
			else {
				CompletableFuture<Object> unused = source.get()
					.whenComplete((value, failure) -> end(key, load, value, failure, true));
			}
		}
		catch (Throwable ex) {
			end(key, load, null, ex, true);
		}
	}

	/**
	 * Stores the value, lets the next load of the key begin, then answers those who wait:
	 * in this order, so that whoever asks again after an answer finds the value or begins
	 * anew.
	 */
	private void end(Object key, Load load, @Nullable Object value, @Nullable Throwable failure, boolean fresh) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (value != null && fresh) {
			try {
				load.store(() -> this.store.accept(key, value));
			}
			catch (Throwable ex) {
				cause = ex;
			}
		}
		this.running.remove(key, load);
		if (cause != null) {
			load.result.completeExceptionally(cause);
		}
		else {
			load.result.complete(value);
		}
	}

	/**
	 * One load of one key.
	 */
	private static final class Load {

		private final CompletableFuture<Object> result = new CompletableFuture<>();

		private final @Nullable Thread loader;

		private boolean isVoid;

		/**
		 * Creates a load.
		 * @param loader the thread that runs it from begin to end, if one thread does
		 */
		Load(@Nullable Thread loader) {
			this.loader = loader;
		}

		/**
		 * Stores the value unless a write came first. A write that comes meanwhile waits
		 * for the storing, not for the loading, and then overrides it.
		 */
		synchronized void store(Runnable action) {
			if (!this.isVoid) {
				action.run();
			}
		}

		synchronized void makeVoid() {
			this.isVoid = true;
		}

	}

}
