package dev.yoil.lab.experiment;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.service.PageChange;
import dev.yoil.lab.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Performs the actions of a load. Times count from the first user, which the generator
 * reports with its first second; earlier actions are performed then. Thread-safe.
 */
final class Actions implements AutoCloseable {

	/** The event of a change that its author has seen. */
	static final String CHANGED = "changed";

	/** The events of changes of a page that their authors see, or do not see. */
	static final String SEEN = "read the new page";

	static final String UNSEEN = "read the old page";

	static final String FIRST_SEEN = "the first change is seen";

	/** The event of the finding, with the place that it names. */
	static final String NAMED = "watch mode names ";

	/** The event of the finding of the audit. */
	static final String AUDITED = "the audit finds an old page";

	static final String ENDING = "instance ends";

	/** The event of an end whose last requests the service cannot count. */
	static final String ENDING_UNDER_LOAD = "instance ends under load";

	static final String RESTARTED = "instance is back";

	/** The event before the file is edited. */
	static final String TUNING = "configuration edited";

	static final String TUNED = "change applied";

	private static final Duration GRACE = Duration.ofSeconds(1);

	/** As long as an instance may take to start again. */
	private static final long PATIENCE_SECONDS = 60;

	private final Service service;

	private final List<Plan.Action> planned;

	private final Clock clock;

	private final Instant watchedFrom;

	// Two threads, so that a slow action does not keep the database stopped.
	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(2, Actions::thread);

	private final SortedMap<Double, String> events = Collections.synchronizedSortedMap(new TreeMap<>());

	private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

	private final List<Plan.Action> undone = Collections.synchronizedList(new ArrayList<>());

	private final List<ScheduledFuture<?>> scheduled = new CopyOnWriteArrayList<>();

	private volatile @Nullable Instant firstUser;

	private volatile @Nullable AppliedFinding applied;

	private volatile boolean databaseStopped;

	private volatile boolean redisStopped;

	Actions(Service service, List<Plan.Action> planned, Clock clock) {
		this.service = service;
		this.planned = planned;
		this.clock = clock;
		this.watchedFrom = clock.instant();
		this.undone.addAll(planned);
	}

	/** Schedules the actions at the end of the first second. */
	void second(Second second) {
		if (this.firstUser != null) {
			return;
		}
		Instant began = this.clock.instant().minusSeconds(second.second() + 1L);
		this.firstUser = began.isBefore(this.watchedFrom) ? this.watchedFrom : began;
		for (Plan.Action action : this.planned) {
			long delay = Math.max(0, action.at().minus(elapsed()).toMillis());
			this.scheduled.add(this.executor.schedule(() -> perform(action), delay, TimeUnit.MILLISECONDS));
		}
	}

	Instant began() {
		Instant known = this.firstUser;
		return (known != null) ? known : this.watchedFrom;
	}

	private Duration elapsed() {
		return Duration.between(began(), this.clock.instant());
	}

	/** Returns samples of the load, with times since it began. */
	List<Sample> ofLoad(List<Sample> watched) {
		double ahead = Duration.between(this.watchedFrom, began()).toMillis() / 1000.0;
		return watched.stream()
			.map((sample) -> new Sample(sample.at() - ahead, sample.values()))
			.filter((sample) -> sample.at() >= 0)
			.toList();
	}

	/** Returns the performed actions, by seconds since the load began. */
	Map<Double, String> events() {
		return new TreeMap<>(this.events);
	}

	/** Returns the applied change; null for none. */
	@Nullable AppliedFinding applied() {
		return this.applied;
	}

	List<String> problems() {
		return List.copyOf(this.problems);
	}

	/**
	 * Completes the actions that are due, cancels the others, and resumes the database
	 * and Redis.
	 */
	@Override
	public void close() {
		Duration end = elapsed().minus(GRACE);
		this.scheduled.stream()
			.filter((future) -> future.getDelay(TimeUnit.NANOSECONDS) > 0)
			.forEach((future) -> future.cancel(false));
		this.executor.shutdown();
		try {
			if (!this.executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
				this.executor.shutdownNow();
				// An interrupted action still reports its problem.
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
					// Set first: a failed stop may need a resume, too.
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
				case RESTART_INSTANCE -> restart(at, ENDING, this.service::restartInstance);
				case TERMINATE_INSTANCE -> restart(at, ENDING_UNDER_LOAD, () -> this.service.restartUnderLoad(false));
				case KILL_INSTANCE -> restart(at, ENDING_UNDER_LOAD, () -> this.service.restartUnderLoad(true));
				case APPLY_FINDING -> applyFinding(at);
				case CHANGE_PAGE -> changePage(at);
			}
		}
		catch (RuntimeException ex) {
			this.problems.add("%.1f s after the load began: %s".formatted(at, ex.getMessage()));
		}
	}

	private void restart(double at, String event, Runnable restarting) {
		note(at, event);
		restarting.run();
		note(now(), RESTARTED);
	}

	private void applyFinding(double at) {
		note(at, TUNING);
		this.applied = this.service.applyFinding();
		note(now(), TUNED);
	}

	private void changePage(double at) {
		PageChange change = this.service.changePage();
		note(at, change.seen() ? SEEN : UNSEEN);
		if (change.firstSeen()) {
			noteOnce(at, FIRST_SEEN, "");
		}
		String place = change.place();
		if (place != null) {
			noteOnce(now(), NAMED, place);
		}
		if (change.audited()) {
			noteOnce(now(), AUDITED, "");
		}
	}

	private void noteOnce(double at, String event, String more) {
		synchronized (this.events) {
			if (Quantities.event(this.events, event).isEmpty()) {
				note(at, event + more);
			}
		}
	}

	private double now() {
		return Math.round(elapsed().toMillis() / 10.0) / 100.0;
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
