package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run of one warm-up, in threads of its own. For one call of {@link #await}.
 *
 * @param <K> the type of the keys
 */
final class CacheWarmupRun<K> {

	/** Few, because other instances may start at the same time. */
	static final int THREADS = 4;

	private static final Logger LOG = LoggerFactory.getLogger(CacheWarmup.class);

	private static final long PROGRESS_NANOS = Duration.ofSeconds(5).toNanos();

	private final CacheWarmup<K> warmup;

	private final Executor threads;

	private final AtomicInteger loaded = new AtomicInteger();

	private final AtomicBoolean failed = new AtomicBoolean();

	private volatile int keys;

	private volatile boolean over;

	CacheWarmupRun(CacheWarmup<K> warmup, Executor threads) {
		this.warmup = warmup;
		this.threads = threads;
	}

	/**
	 * Loads the keys.
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void await() throws InterruptedException {
		long started = System.nanoTime();
		CompletableFuture<Void> all = CompletableFuture
			.supplyAsync(() -> List.<K>copyOf(this.warmup.keys().get()), this.threads)
			.thenCompose(this::load);
		try {
			boolean done = false;
			for (long left = timeLeft(started); !done && left > 0; left = timeLeft(started)) {
				done = isDone(all, Math.min(left, PROGRESS_NANOS));
				if (!done && left > PROGRESS_NANOS) {
					LOG.info("Warm-up of '{}' has loaded {} of {} keys", this.warmup.name(), this.loaded, this.keys);
				}
			}
			if (done) {
				LOG.info("Warm-up of '{}' loaded {} of {} keys in {} ms", this.warmup.name(), this.loaded, this.keys,
						TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
			}
			else {
				LOG.warn("Warm-up of '{}' stopped after {} ms with {} of {} keys: name fewer keys, or raise atMost",
						this.warmup.name(), this.warmup.atMost().toMillis(), this.loaded, this.keys);
			}
		}
		catch (ExecutionException ex) {
			LOG.warn("Warm-up of '{}' failed: its keys are unknown", this.warmup.name(), ex.getCause());
		}
		finally {
			this.over = true;
		}
	}

	private long timeLeft(long started) {
		return this.warmup.atMost().toNanos() - (System.nanoTime() - started);
	}

	private static boolean isDone(CompletableFuture<Void> all, long nanos)
			throws InterruptedException, ExecutionException {
		try {
			all.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
	}

	private CompletableFuture<Void> load(List<K> all) {
		this.keys = all.size();
		Iterator<K> left = all.iterator();
		return CompletableFuture.allOf(Stream.generate(() -> CompletableFuture.runAsync(() -> {
			for (K key = next(left); key != null; key = next(left)) {
				load(key);
			}
		}, this.threads)).limit(THREADS).toArray(CompletableFuture[]::new));
	}

	private @Nullable K next(Iterator<K> left) {
		synchronized (left) {
			return !this.over && left.hasNext() ? left.next() : null;
		}
	}

	private void load(K key) {
		try {
			this.warmup.load().accept(key);
			this.loaded.incrementAndGet();
		}
		catch (RuntimeException | Error ex) {
			if (!this.over && this.failed.compareAndSet(false, true)) {
				LOG.warn("Warm-up of '{}' cannot load key {}; further failures are not logged", this.warmup.name(),
						KeyText.quoted(KeyText.of(key)), ex);
			}
		}
	}

}
