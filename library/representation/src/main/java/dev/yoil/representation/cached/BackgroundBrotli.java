package dev.yoil.representation.cached;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.internal.failure.Causes;
import dev.yoil.representation.Brotli;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brotli compression of cached representations in one background thread: those that a
 * client with Brotli requested and that are still cached a second later. The thread works
 * at most a tenth of the time, so frequent changes cost no more than that. Thread-safe.
 */
final class BackgroundBrotli implements AutoCloseable {

	static final Duration STABLE = Duration.ofSeconds(1);

	/** Rest after each compression, as a multiple of its duration. */
	private static final int REST = 9;

	/** Limit on waiting representations. Later requests try again. */
	private static final int MOST = 1_000;

	private static final Logger LOG = LoggerFactory.getLogger(BackgroundBrotli.class);

	private final ScheduledExecutorService executor;

	private final LongSupplier nanos;

	private final Compressor compressor;

	/** Waiting representations, by identity. */
	private final Set<Representation> wanted = Collections
		.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

	/** Confined to the thread. */
	private long restingUntil;

	BackgroundBrotli() {
		this(scheduler(), System::nanoTime, Brotli::compress);
	}

	/**
	 * Creates an instance with its dependencies.
	 * @param executor a single thread that discards tasks after shutdown
	 * @param nanos a time source like {@link System#nanoTime()}
	 */
	BackgroundBrotli(ScheduledExecutorService executor, LongSupplier nanos, Compressor compressor) {
		this.executor = executor;
		this.nanos = nanos;
		this.compressor = compressor;
		this.restingUntil = nanos.getAsLong();
	}

	private static ScheduledExecutorService scheduler() {
		ScheduledThreadPoolExecutor scheduler = new OwnedThreads().scheduler("yoil-brotli-");
		scheduler.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
		return scheduler;
	}

	/**
	 * Schedules the compression of a cached representation for a client that accepts
	 * Brotli.
	 */
	void askedFor(EhCacheCache cache, Object key, Representation representation) {
		if (!representation.isReady(ContentCoding.BROTLI) && !this.executor.isShutdown() && this.wanted.size() < MOST
				&& this.wanted.add(representation)) {
			after(STABLE.toNanos(), cache, key, representation);
		}
	}

	@SuppressWarnings("FutureReturnValueIgnored") // The task logs its failures.
	private void after(long delay, EhCacheCache cache, Object key, Representation representation) {
		this.executor.schedule(() -> compress(cache, key, representation), delay, TimeUnit.NANOSECONDS);
	}

	private void compress(EhCacheCache cache, Object key, Representation representation) {
		long begun = this.nanos.getAsLong();
		if (begun - this.restingUntil < 0) {
			after(this.restingUntil - begun, cache, key, representation);
			return;
		}
		try {
			CachedValue present = cache.peek(key);
			if (present != null && present.value() == representation) {
				this.compressor.compress(representation);
				cache.unwrap(CacheOperations.class).grown(key);
			}
		}
		catch (IOException | RuntimeException | LinkageError ex) {
			LOG.warn("Brotli compression is disabled: {}", Causes.text(Causes.root(ex)));
			close();
		}
		finally {
			this.wanted.remove(representation);
			long now = this.nanos.getAsLong();
			this.restingUntil = now + REST * (now - begun);
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
		this.wanted.clear();
	}

	@FunctionalInterface
	interface Compressor {

		void compress(Representation representation) throws IOException;

	}

}
