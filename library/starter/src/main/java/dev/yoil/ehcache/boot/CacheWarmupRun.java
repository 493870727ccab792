package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

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

	/** {@code null} before the first thread asks for a key. */
	private @Nullable Iterator<? extends K> left;

	private volatile int keys;

	private volatile boolean over;

	private final CountDownLatch ended = new CountDownLatch(THREADS);

	private final AtomicInteger loaded = new AtomicInteger();

	private final AtomicBoolean failed = new AtomicBoolean();

	CacheWarmupRun(CacheWarmup<K> warmup) {
		this.warmup = warmup;
	}

	/** Loads the keys, and waits as long as the warm-up allows. */
	void await(Executor threads) throws InterruptedException {
		long end = System.nanoTime() + this.warmup.atMost().toNanos();
		for (int i = 0; i < THREADS; i++) {
			threads.execute(this::load);
		}
		long wait = end - System.nanoTime();
		while (wait > 0 && !this.ended.await(Math.min(wait, PROGRESS_NANOS), TimeUnit.NANOSECONDS)) {
			LOG.info("Warm-up of '{}' has loaded {} of {} keys", this.warmup.name(), this.loaded, this.keys);
			wait = end - System.nanoTime();
		}
		this.over = true;
		if (this.ended.getCount() > 0) {
			LOG.warn("Warm-up of '{}' stopped after {} ms with {} of {} keys: name fewer keys, or raise atMost",
					this.warmup.name(), this.warmup.atMost().toMillis(), this.loaded, this.keys);
		}
		else {
			LOG.info("Warm-up of '{}' loaded {} of {} keys", this.warmup.name(), this.loaded, this.keys);
		}
	}

	private void load() {
		try {
			for (K key = next(); key != null; key = next()) {
				load(key);
			}
		}
		catch (RuntimeException | Error ex) {
			LOG.warn("Warm-up of '{}' failed: its keys are unknown", this.warmup.name(), ex);
		}
		finally {
			this.ended.countDown();
		}
	}

	private synchronized @Nullable K next() {
		if (this.left == null) {
			this.left = Collections.emptyIterator();
			Collection<? extends K> all = this.warmup.keys().get();
			this.keys = all.size();
			this.left = all.iterator();
		}
		return (!this.over && this.left.hasNext()) ? this.left.next() : null;
	}

	private void load(K key) {
		try {
			this.warmup.load().accept(key);
			this.loaded.incrementAndGet();
		}
		catch (RuntimeException | Error ex) {
			if (!this.over && this.failed.compareAndSet(false, true)) {
				LOG.warn("Warm-up of '{}' cannot load key {}; further failures are not logged", this.warmup.name(),
						KeyText.logged(key), ex);
			}
		}
	}

}
