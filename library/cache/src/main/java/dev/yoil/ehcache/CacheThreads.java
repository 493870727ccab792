package dev.yoil.ehcache;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

import org.jspecify.annotations.Nullable;

/**
 * The threads of a manager that one cache of the file may use, or all created caches
 * together: 100 for loads and 100 for answers. So a source that hangs delays no other
 * cache, and cannot take all memory. Thread-safe.
 */
final class CacheThreads {

	private static final int MOST = 100;

	private final BackgroundThreads manager;

	private final Semaphore loads = new Semaphore(MOST);

	private final Semaphore answers = new Semaphore(MOST);

	/** Answers for which there is no thread yet. */
	private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

	CacheThreads(BackgroundThreads manager) {
		this.manager = manager;
	}

	/**
	 * Captures the context of the calling thread, for one task.
	 * @return runs the task with that context, in the thread that passes it
	 */
	Executor context() {
		return this.manager.context();
	}

	/**
	 * Queues a refresh.
	 * @throws java.util.concurrent.RejectedExecutionException if the queue is full
	 */
	void refresh(Runnable load) {
		this.manager.refresh(load);
	}

	/**
	 * Runs a load in another thread.
	 * @return {@code false} if all threads are busy: then the calling thread has to load
	 */
	boolean start(Runnable load) {
		Runnable reserved = reserve(load);
		if (reserved != null) {
			reserved.run();
		}
		return reserved != null;
	}

	/**
	 * Reserves a thread for a load that can begin only later.
	 * @return runs the load in that thread, and has to be called once; {@code null} if
	 * all threads are busy
	 */
	@Nullable Runnable reserve(Runnable load) {
		return this.loads.tryAcquire() ? () -> startReserved(load) : null;
	}

	private void startReserved(Runnable load) {
		try {
			this.manager.start(() -> {
				try {
					load.run();
				}
				finally {
					this.loads.release();
				}
			});
		}
		catch (RuntimeException | Error ex) {
			this.loads.release();
			throw ex;
		}
	}

	/**
	 * Completes the future of a caller in another thread, where code that depends on it
	 * may wait. If all threads are busy, that caller waits longer.
	 */
	void answer(Runnable completion) {
		this.waiting.add(completion);
		answerWaiting();
	}

	private void answerWaiting() {
		if (this.waiting.isEmpty() || !this.answers.tryAcquire()) {
			return;
		}
		try {
			this.manager.start(this::answerAll);
		}
		catch (RuntimeException | Error ex) {
			// The manager is closed, or there is no memory. Callers must not wait for
			// ever.
			answerAll();
		}
	}

	private void answerAll() {
		try {
			for (Runnable next = this.waiting.poll(); next != null; next = this.waiting.poll()) {
				next.run();
			}
		}
		finally {
			this.answers.release();
		}
		// One may have come since, while all threads were still busy.
		answerWaiting();
	}

}
