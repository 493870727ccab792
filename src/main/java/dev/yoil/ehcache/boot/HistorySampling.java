package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.inspect.CacheHistory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Takes the samples of a history while the application runs, with a thread of its own,
 * which does not keep it alive. A step follows the one before, so that none is caught up
 * on after the machine was suspended.
 */
final class HistorySampling implements SmartLifecycle {

	private static final Logger LOG = LoggerFactory.getLogger(HistorySampling.class);

	static final String THREAD = "cache-history-";

	private final CacheHistory history;

	private final Duration step;

	private volatile @Nullable ScheduledExecutorService scheduler;

	HistorySampling(CacheHistory history, Duration step) {
		this.history = history;
		this.step = step;
	}

	@Override
	public synchronized void start() {
		if (!this.history.hasCaches() || isRunning()) {
			return;
		}
		CustomizableThreadFactory threads = new CustomizableThreadFactory(THREAD);
		threads.setDaemon(true);
		ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(threads);
		ScheduledFuture<?> unused = started.scheduleWithFixedDelay(this::sample, 0, this.step.toNanos(),
				TimeUnit.NANOSECONDS);
		this.scheduler = started;
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
		ScheduledExecutorService running = this.scheduler;
		if (running != null) {
			running.shutdownNow();
			this.scheduler = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.scheduler != null;
	}

}
