package dev.yoil.ehcache.internal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The background threads of one owner, such as a cache manager. They are daemon threads.
 * A thread starts when it has work, and ends when it is idle, and with its owner.
 * Thread-safe.
 */
public final class OwnedThreads implements AutoCloseable {

	private static final long IDLE_SECONDS = 10;

	private final List<ThreadPoolExecutor> pools = new CopyOnWriteArrayList<>();

	/**
	 * Creates a pool; starts no thread.
	 * @param name the prefix of the names of its threads, such as
	 * {@code yoil-cache-load-}
	 * @param threads how many tasks run at a time
	 * @param queue how many more tasks wait; 0 for none. Further tasks are rejected with
	 * a {@link java.util.concurrent.RejectedExecutionException}, as are all tasks after
	 * {@link #close()}
	 */
	public ThreadPoolExecutor pool(String name, int threads, int queue) {
		// Without a queue, core threads would be started even if others are idle.
		return (queue > 0) ? pool(name, threads, threads, new LinkedBlockingQueue<>(queue))
				: pool(name, 0, threads, new SynchronousQueue<>());
	}

	private ThreadPoolExecutor pool(String name, int core, int most, BlockingQueue<Runnable> queue) {
		return owned(new ThreadPoolExecutor(core, most, IDLE_SECONDS, TimeUnit.SECONDS, queue, named(name)));
	}

	/**
	 * Creates a thread that runs tasks at their times; does not start it.
	 * @param name the prefix of its name
	 */
	public ScheduledThreadPoolExecutor scheduler(String name) {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, named(name));
		scheduler.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
		return owned(scheduler);
	}

	private static CustomizableThreadFactory named(String prefix) {
		CustomizableThreadFactory threads = new CustomizableThreadFactory(prefix);
		threads.setDaemon(true);
		return threads;
	}

	private <T extends ThreadPoolExecutor> T owned(T pool) {
		pool.allowCoreThreadTimeOut(true);
		this.pools.add(pool);
		return pool;
	}

	/** Interrupts all threads, and discards the tasks that wait. */
	@Override
	public void close() {
		this.pools.forEach(ThreadPoolExecutor::shutdownNow);
	}

	/**
	 * Lets running and waiting tasks complete, then closes. Runs scheduled tasks whose
	 * time has not come, unless they repeat.
	 * @param patience the longest wait for each pool
	 */
	public void close(Duration patience) {
		this.pools.forEach(ThreadPoolExecutor::shutdown);
		try {
			for (ThreadPoolExecutor pool : this.pools) {
				boolean unused = pool.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		close();
	}

}
