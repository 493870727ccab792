package dev.yoil.ehcache.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.ReflectionUtils;

/**
 * A repeatable task. Callers that request a run before it begins share that run. It runs
 * in a thread of its own, so that callers can time out even if a connection hangs.
 * Thread-safe.
 */
public final class SharedTask {

	private static final long IDLE_SECONDS = 10;

	private final Runnable task;

	private final Executor thread;

	private CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);

	/** True if the latest run has begun, and can no longer be shared. */
	private boolean begun = true;

	/**
	 * Creates a task; starts no thread.
	 * @param thread the prefix of the name of its thread
	 */
	public SharedTask(String thread, Runnable task) {
		this.task = task;
		CustomizableThreadFactory threads = new CustomizableThreadFactory(thread);
		threads.setDaemon(true);
		ThreadPoolExecutor single = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), threads);
		single.allowCoreThreadTimeOut(true);
		this.thread = single;
	}

	/**
	 * Requests a run that begins after this call, and returns at once.
	 */
	public void request() {
		CompletableFuture<Void> unused = requested();
	}

	/**
	 * Requests a run, and waits for it.
	 * @return {@code false} after a timeout, or if the thread is interrupted
	 * @throws RuntimeException if the run failed
	 */
	public boolean run(long nanos) {
		try {
			return isDone(requested(), nanos);
		}
		catch (ExecutionException ex) {
			ReflectionUtils.rethrowRuntimeException(ex.getCause());
			return false;
		}
	}

	/**
	 * Requests another run if the latest one failed.
	 */
	public synchronized void retry() {
		if (this.latest.isCompletedExceptionally()) {
			request();
		}
	}

	/**
	 * Waits for the latest requested run, after a retry if that has failed.
	 * @return {@code false} also if the run failed
	 */
	public boolean await(long nanos) {
		try {
			return isDone(latest(), nanos);
		}
		catch (ExecutionException ex) {
			return false;
		}
	}

	private synchronized CompletableFuture<Void> latest() {
		retry();
		return this.latest;
	}

	private synchronized CompletableFuture<Void> requested() {
		if (this.begun) {
			this.latest = CompletableFuture.runAsync(this::begin, this.thread);
			this.begun = false;
		}
		return this.latest;
	}

	private void begin() {
		synchronized (this) {
			this.begun = true;
		}
		this.task.run();
	}

	private static boolean isDone(CompletableFuture<Void> run, long nanos) throws ExecutionException {
		try {
			run.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
