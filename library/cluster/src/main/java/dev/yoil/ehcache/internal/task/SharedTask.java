package dev.yoil.ehcache.internal.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.springframework.util.ReflectionUtils;

/**
 * A repeatable task. Callers that request a run before it begins share that run. It runs
 * in another thread, so that callers can time out even if a connection hangs. A run that
 * its threads reject has failed. Thread-safe.
 */
public final class SharedTask {

	private final Runnable task;

	private final Executor threads;

	private CompletableFuture<Void> latest = CompletableFuture.completedFuture(null);

	/** True if the latest run has begun, and can no longer be shared. */
	private boolean begun = true;

	/**
	 * Creates a task.
	 * @param threads runs it, also while it completes another run of it
	 */
	public SharedTask(Executor threads, Runnable task) {
		this.threads = threads;
		this.task = task;
	}

	/**
	 * Requests a run that begins after this call, and returns at once.
	 */
	public void request() {
		CompletableFuture<Void> unused = requested();
	}

	/**
	 * Requests a run, and waits for it.
	 * @return {@code false} after a timeout, if the calling thread is interrupted, or if
	 * the threads of the task are closed
	 * @throws RuntimeException if the run failed
	 */
	public boolean run(long nanos) {
		try {
			return isDone(requested(), nanos);
		}
		catch (ExecutionException ex) {
			if (!(ex.getCause() instanceof RejectedExecutionException)) {
				ReflectionUtils.rethrowRuntimeException(ex.getCause());
			}
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
		if (this.begun || this.latest.isDone()) {
			this.begun = false;
			// One after the other, each in any thread.
			this.latest = this.latest.handle((result, failure) -> true).thenRunAsync(this::begin, this.threads);
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
