package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.Assert;

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

	/** Those that have the cache, none if caching is disabled. */
	private final List<EhCacheCacheManager> managers;

	/** {@code null} before the first thread asks for a key. */
	private @Nullable Iterator<? extends K> left;

	private volatile int keys;

	private volatile boolean over;

	private final CountDownLatch ended = new CountDownLatch(THREADS);

	private final AtomicInteger loaded = new AtomicInteger();

	private final AtomicBoolean failed = new AtomicBoolean();

	/**
	 * Creates the run.
	 * @throws IllegalStateException if there are managers, and none has the cache
	 */
	CacheWarmupRun(CacheWarmup<K> warmup, List<EhCacheCacheManager> managers) {
		this.warmup = warmup;
		this.managers = managers.stream().filter((manager) -> manager.declared().declares(warmup.cache())).toList();
		Assert.state(managers.isEmpty() || !this.managers.isEmpty(), () -> "A CacheWarmup bean names cache '"
				+ warmup.cache() + "', which is not declared in ehcache.xml: declare it, or correct the name");
	}

	/** Loads the keys, and waits as long as the warm-up allows. */
	void await(Executor threads) throws InterruptedException {
		long end = System.nanoTime() + this.warmup.atMost().toNanos();
		for (int i = 0; i < THREADS; i++) {
			threads.execute(this::load);
		}
		long wait = end - System.nanoTime();
		while (wait > 0 && !this.ended.await(Math.min(wait, PROGRESS_NANOS), TimeUnit.NANOSECONDS)) {
			LOG.info("Warm-up of '{}' has loaded {} of {} keys", this.warmup.cache(), this.loaded, this.keys);
			wait = end - System.nanoTime();
		}
		this.over = true;
		if (this.ended.getCount() > 0) {
			LOG.warn("Warm-up of '{}' stopped after {} ms with {} of {} keys: name fewer keys, or raise atMost",
					this.warmup.cache(), this.warmup.atMost().toMillis(), this.loaded, this.keys);
		}
		else {
			LOG.info("Warm-up of '{}' loaded {} of {} keys", this.warmup.cache(), this.loaded, this.keys);
		}
		if (this.loaded.get() > 0 && !this.managers.isEmpty() && isEmpty()) {
			LOG.warn("Warm-up loaded keys, but cache '{}' is empty: call a method of another bean that has "
					+ "@Cacheable(\"{}\")", this.warmup.cache(), this.warmup.cache());
		}
	}

	private boolean isEmpty() {
		return this.managers.stream()
			.flatMap((manager) -> manager.caches().stream())
			.filter((cache) -> cache.getName().equals(this.warmup.cache()))
			.allMatch((cache) -> cache.size() == 0);
	}

	private void load() {
		try {
			for (K key = next(); key != null; key = next()) {
				load(key);
			}
		}
		catch (RuntimeException | Error ex) {
			LOG.warn("Warm-up of '{}' failed: its keys are unknown", this.warmup.cache(), ex);
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
				LOG.warn("Warm-up of '{}' cannot load key {}; further failures are not logged", this.warmup.cache(),
						KeyText.logged(key), ex);
			}
		}
	}

}
