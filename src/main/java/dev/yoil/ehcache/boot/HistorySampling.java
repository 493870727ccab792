package dev.yoil.ehcache.boot;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.inspect.CacheHistory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Takes the samples of a history while the application runs, with a thread that does not
 * keep it alive. Steps are counted from the start by a clock that nobody sets, so that
 * none drifts; those that were slept through are left out.
 */
final class HistorySampling implements SmartLifecycle {

	private static final Logger LOG = LoggerFactory.getLogger(HistorySampling.class);

	static final String THREAD = "cache-history";

	private final CacheHistory history;

	private final long stepNanos;

	private volatile @Nullable CountDownLatch stopped;

	HistorySampling(CacheHistory history) {
		this(history, CacheHistory.STEP.toNanos());
	}

	HistorySampling(CacheHistory history, long stepNanos) {
		this.history = history;
		this.stepNanos = stepNanos;
	}

	@Override
	public synchronized void start() {
		if (!this.history.hasCaches() || isRunning()) {
			return;
		}
		CountDownLatch stopped = new CountDownLatch(1);
		this.stopped = stopped;
		Thread thread = new Thread(() -> run(stopped), THREAD);
		thread.setDaemon(true);
		thread.start();
	}

	private void run(CountDownLatch stopped) {
		long start = System.nanoTime();
		try {
			do {
				sample();
			}
			while (!stopped.await(untilNext(System.nanoTime() - start), TimeUnit.NANOSECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Tells how long it is until the next step begins.
	 * @param elapsed the time since the start, in nanoseconds
	 * @return nanoseconds, more than 0
	 */
	long untilNext(long elapsed) {
		return this.stepNanos - elapsed % this.stepNanos;
	}

	private void sample() {
		try {
			this.history.sample();
		}
		catch (RuntimeException ex) {
			LOG.warn("A sample of what the caches count could not be taken; the next one will be tried", ex);
		}
	}

	@Override
	public synchronized void stop() {
		CountDownLatch stopped = this.stopped;
		if (stopped != null) {
			stopped.countDown();
			this.stopped = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.stopped != null;
	}

}
