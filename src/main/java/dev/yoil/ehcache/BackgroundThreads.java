package dev.yoil.ehcache;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads in which a manager loads values besides the threads of its callers. Each
 * cache takes them through its {@link CacheThreads}, which limit their number.
 * Thread-safe.
 */
final class BackgroundThreads {

	/** Few, so that refreshes leave the CPUs to requests. */
	private static final int REFRESH_THREADS = 2;

	private static final int REFRESH_QUEUE = 1_000;

	private static final int IDLE_SECONDS = 10;

	private final Executor refreshes;

	/** The same executor if this object created it, else {@code null}. */
	private final @Nullable ExecutorService own;

	private final ExecutorService loads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS,
			new SynchronousQueue<>(), threads("yoil-cache-load-"));

	/**
	 * Creates the threads of a manager; none of them runs yet.
	 * @param refreshes runs refreshes; {@code null} for threads of their own
	 */
	BackgroundThreads(@Nullable Executor refreshes) {
		this.own = (refreshes == null) ? refreshThreads() : null;
		this.refreshes = (refreshes != null) ? refreshes : Objects.requireNonNull(this.own);
	}

	private static ExecutorService refreshThreads() {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(REFRESH_THREADS, REFRESH_THREADS, IDLE_SECONDS,
				TimeUnit.SECONDS, new LinkedBlockingQueue<>(REFRESH_QUEUE), threads("yoil-cache-refresh-"));
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	private static CustomizableThreadFactory threads(String prefix) {
		CustomizableThreadFactory threads = new CustomizableThreadFactory(prefix);
		threads.setDaemon(true);
		return threads;
	}

	/**
	 * Queues a refresh.
	 * @throws java.util.concurrent.RejectedExecutionException if the queue is full
	 */
	void refresh(Runnable load) {
		this.refreshes.execute(load);
	}

	/**
	 * Runs a task in another thread. The caller limits how many run at a time.
	 * @throws java.util.concurrent.RejectedExecutionException if the manager is closed
	 */
	void start(Runnable task) {
		this.loads.execute(task);
	}

	/** Interrupts all threads, except those of an executor that was given. */
	void close() {
		if (this.own != null) {
			this.own.shutdownNow();
		}
		this.loads.shutdownNow();
	}

}
