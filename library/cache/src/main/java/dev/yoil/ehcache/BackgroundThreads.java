package dev.yoil.ehcache;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

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

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			BackgroundThreads.class.getClassLoader());

	private final Executor refreshes;

	/** The same executor if this object created it, else {@code null}. */
	private final @Nullable ExecutorService own;

	private final ExecutorService loads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS,
			new SynchronousQueue<>(), threads("yoil-cache-load-"));

	/** {@code null} if loads need no context. */
	private volatile @Nullable TaskDecorator decorator = PROPAGATION ? new ContextPropagatingTaskDecorator() : null;

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

	/** Adds a decorator to Micrometer's context propagation, which is used if present. */
	void decorator(TaskDecorator added) {
		TaskDecorator present = this.decorator;
		this.decorator = (present != null) ? new CompositeTaskDecorator(List.of(present, added)) : added;
	}

	/**
	 * Captures the context of the calling thread, for one task that may not be known yet.
	 * @return runs the task with that context, in the thread that passes it
	 */
	Executor context() {
		TaskDecorator decorator = this.decorator;
		if (decorator == null) {
			return Runnable::run;
		}
		AtomicReference<@Nullable Runnable> given = new AtomicReference<>();
		Runnable decorated = decorator.decorate(() -> {
			Runnable task = given.getAndSet(null);
			if (task != null) {
				task.run();
			}
		});
		return (task) -> {
			given.set(task);
			decorated.run();
			Assert.state(given.get() == null, "A TaskDecorator did not run the task that it decorated");
		};
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
