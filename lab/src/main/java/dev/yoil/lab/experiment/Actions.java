package dev.yoil.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import dev.yoil.lab.service.Service;

/**
 * Does during a load what is to be done meanwhile. Times count from the first user, so
 * what is due within the first second is done when that second is over and the generator
 * has told of it. Thread-safe.
 */
final class Actions implements AutoCloseable {

	/** What is noted of a change that was seen by who made it. */
	static final String CHANGED = "changed";

	/** What is noted of an instance that is about to be restarted. */
	static final String ENDING = "instance ends";

	/** What is noted of it when it is ready again. */
	static final String RESTARTED = "instance is back";

	private static final Duration GRACE = Duration.ofSeconds(1);

	/** As long as an instance may take to start again. */
	private static final long PATIENCE_SECONDS = 60;

	private final Service service;

	private final List<Plan.Action> planned;

	private final LoadTime time;

	// Two, so that a slow answer to one action does not keep the database stopped.
	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(2, Actions::thread);

	private final SortedMap<Double, String> events = Collections.synchronizedSortedMap(new TreeMap<>());

	private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

	private final List<Plan.Action> undone = Collections.synchronizedList(new ArrayList<>());

	private final List<ScheduledFuture<?>> scheduled = new CopyOnWriteArrayList<>();

	private volatile boolean databaseStopped;

	private volatile boolean redisStopped;

	Actions(Service service, List<Plan.Action> planned, LoadTime time) {
		this.service = service;
		this.planned = planned;
		this.time = time;
		this.undone.addAll(planned);
	}

	/** Begins to count the time. */
	void begin() {
		Duration elapsed = this.time.elapsed();
		for (Plan.Action action : this.planned) {
			long delay = Math.max(0, action.at().minus(elapsed).toMillis());
			this.scheduled.add(this.executor.schedule(() -> perform(action), delay, TimeUnit.MILLISECONDS));
		}
	}

	/** What was done, by seconds since the load began. */
	Map<Double, String> events() {
		return new TreeMap<>(this.events);
	}

	/** What could not be done, a line each. */
	List<String> problems() {
		return List.copyOf(this.problems);
	}

	/**
	 * Does nothing any more, and lets the database and Redis go on if they are stopped.
	 */
	@Override
	public void close() {
		Duration end = this.time.elapsed().minus(GRACE);
		// What is due is still done, since it belongs to the load.
		this.scheduled.stream()
			.filter((future) -> future.getDelay(TimeUnit.NANOSECONDS) > 0)
			.forEach((future) -> future.cancel(false));
		this.executor.shutdown();
		try {
			if (!this.executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				this.executor.shutdownNow();
				// Whatever it could not do is still to be told.
				this.executor.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
			}
		}
		catch (InterruptedException ex) {
			this.executor.shutdownNow();
			Thread.currentThread().interrupt();
		}
		finally {
			if (this.databaseStopped) {
				perform(new Plan.Action(end, Plan.Action.Kind.RESUME_DATABASE));
			}
			if (this.redisStopped) {
				perform(new Plan.Action(end, Plan.Action.Kind.RESUME_REDIS));
			}
		}
		long missed = this.undone.stream().filter((action) -> action.at().compareTo(end) <= 0).count();
		if (missed > 0) {
			this.problems.add("%d of %d actions were not done".formatted(missed, this.planned.size()));
		}
	}

	private void perform(Plan.Action action) {
		double at = now();
		this.undone.remove(action);
		try {
			switch (action.kind()) {
				case CLEAR_CACHES -> {
					this.service.clearCaches();
					note(at, "caches cleared");
				}
				case STOP_DATABASE -> {
					// Before it is stopped: half a stop is to be undone too.
					this.databaseStopped = true;
					this.service.stopDatabase();
					note(at, "database stopped");
				}
				case RESUME_DATABASE -> {
					this.service.resumeDatabase();
					this.databaseStopped = false;
					note(at, "database resumed");
				}
				case STOP_REDIS -> {
					this.redisStopped = true;
					note(at, this.service.stopRedis() ? "Redis stopped" : "no Redis to stop");
				}
				case RESUME_REDIS -> {
					note(at, this.service.resumeRedis() ? "Redis resumed" : "no Redis to resume");
					this.redisStopped = false;
				}
				case CHANGE -> {
					this.service.change();
					note(at, CHANGED);
				}
				case RESTART_INSTANCE -> {
					note(at, ENDING);
					this.service.restartInstance();
					note(now(), RESTARTED);
				}
			}
		}
		catch (RuntimeException ex) {
			this.problems.add("%.1f s after the load began: %s".formatted(at, ex.getMessage()));
		}
	}

	private double now() {
		return Math.round(this.time.elapsed().toMillis() / 10.0) / 100.0;
	}

	private void note(double at, String event) {
		this.events.merge(at, event, (one, other) -> one + ", " + other);
	}

	private static Thread thread(Runnable task) {
		Thread thread = new Thread(task, "lab-actions");
		thread.setDaemon(true);
		return thread;
	}

}
