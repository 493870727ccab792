package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import dev.yoil.ehcache.internal.OwnedThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * The threads of a manager besides those of its callers: they load values, and remove
 * dead and expired entries. Each cache takes threads for its loads through its
 * {@link CacheThreads}, which limit their number. Thread-safe.
 */
final class BackgroundThreads implements AutoCloseable {

	private static final Logger LOG = LoggerFactory.getLogger(BackgroundThreads.class);

	/** The name of the thread that removes dead and expired entries. */
	static final String REMOVAL = "yoil-cache-removal-";

	/** The most refreshes or removals that wait. A removal is for one cell. */
	static final int QUEUE = 1_000;

	/** Between two steps of a sweep. */
	private static final Duration PAUSE = Duration.ofMillis(1);

	/** Few, so that refreshes leave the CPUs to requests. */
	private static final int REFRESH_THREADS = 2;

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			BackgroundThreads.class.getClassLoader());

	private final OwnedThreads threads = new OwnedThreads();

	private final Executor refreshes;

	private final Executor loads = this.threads.pool("yoil-cache-load-", Integer.MAX_VALUE, 0);

	private final ScheduledThreadPoolExecutor removals = this.threads.scheduler(REMOVAL);

	/** {@code null} if loads need no context. */
	private volatile @Nullable TaskDecorator decorator = PROPAGATION ? new ContextPropagatingTaskDecorator() : null;

	/**
	 * Creates the threads of a manager; none of them runs yet.
	 * @param refreshes runs refreshes; {@code null} for threads of their own
	 */
	BackgroundThreads(@Nullable Executor refreshes) {
		this.refreshes = Objects.requireNonNullElseGet(refreshes,
				() -> this.threads.pool("yoil-cache-refresh-", REFRESH_THREADS, QUEUE));
		this.removals.setRejectedExecutionHandler(new DiscardPolicy());
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

	/**
	 * Queues a removal of dead entries for the one thread that removes them. If the queue
	 * is full, the caller removes them itself. A removal that is lost costs memory only,
	 * because no caller finds a dead entry.
	 */
	void remove(Runnable removal) {
		Runnable logged = () -> {
			try {
				removal.run();
			}
			catch (RuntimeException | Error ex) {
				if (this.removals.isShutdown()) {
					LOG.debug("The cache manager was closed during a removal", ex);
				}
				else {
					LOG.error("Failed to remove dead entries; they are not served", ex);
				}
			}
		};
		if (this.removals.getQueue().size() < QUEUE) {
			this.removals.execute(logged);
		}
		else {
			logged.run();
		}
	}

	/**
	 * Repeats a sweep in the thread that removes dead entries, with pauses between its
	 * steps, so that removals need not wait and a CPU is never busy for long.
	 * @param period the time between two sweeps
	 * @param step makes one step
	 */
	void sweep(Duration period, BooleanSupplier step) {
		sweep(period, period, step);
	}

	private void sweep(Duration delay, Duration period, BooleanSupplier step) {
		ScheduledFuture<?> unused = this.removals.schedule(() -> {
			Duration next = period;
			try {
				next = step.getAsBoolean() ? period : PAUSE;
			}
			finally {
				sweep(next, period, step);
			}
		}, delay.toNanos(), TimeUnit.NANOSECONDS);
	}

	/** Interrupts all threads, except those of an executor that was given. */
	@Override
	public void close() {
		this.threads.close();
	}

}
