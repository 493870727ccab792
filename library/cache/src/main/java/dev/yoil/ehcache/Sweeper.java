package dev.yoil.ehcache;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The one thread of a manager that removes dead entries. If its queue is full, the caller
 * removes them itself, so the queue cannot grow without limit. A removal that is lost
 * costs memory only, because no caller finds a dead entry. The thread ends when it is
 * idle, and with its manager. Thread-safe.
 */
final class Sweeper implements Executor, AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

	/** The name of the thread. */
	static final String THREAD = "yoil-cache-removal-";

	/** The most removals that wait. Each removes the entries of one cell. */
	static final int QUEUE = 1_000;

	private static final int IDLE_SECONDS = 10;

	private final ThreadPoolExecutor thread;

	/**
	 * Creates a sweeper; starts no thread.
	 */
	Sweeper() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory(THREAD);
		threads.setDaemon(true);
		this.thread = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE),
				threads, new CallerRunsPolicy());
		this.thread.allowCoreThreadTimeOut(true);
	}

	/**
	 * Runs a removal, in the calling thread if too many wait. Ignores it after
	 * {@link #close()}.
	 */
	@Override
	public void execute(Runnable removal) {
		this.thread.execute(() -> {
			try {
				removal.run();
			}
			catch (RuntimeException | Error ex) {
				if (this.thread.isShutdown()) {
					LOG.debug("The cache manager was closed during a removal", ex);
				}
				else {
					LOG.error("Failed to remove dead entries; they are not served", ex);
				}
			}
		});
	}

	/**
	 * Interrupts the thread, and discards what waits.
	 */
	@Override
	public void close() {
		this.thread.shutdownNow();
	}

}
