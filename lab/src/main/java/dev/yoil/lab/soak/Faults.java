package dev.yoil.lab.soak;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import dev.yoil.lab.LabException;
import dev.yoil.lab.service.Instance;
import dev.yoil.lab.service.Service;
import dev.yoil.lab.soak.Check.Promise;
import dev.yoil.lab.soak.Schedule.Planned;

/**
 * Causes the planned faults, and knows when something was broken. Thread-safe.
 */
final class Faults implements AutoCloseable {

	/** Pools and clients need some time to notice that a fault is over. */
	private static final Duration GRACE = Duration.ofSeconds(12);

	private static final int CONNECTIONS = 5_000;

	/** The time between two looks at the processors. */
	private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);

	/** A thread that wakes so late shares the processors with other work. */
	private static final long STALL = TimeUnit.MILLISECONDS.toNanos(100);

	private final List<Window> windows = new CopyOnWriteArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "fault");
		thread.setDaemon(true);
		return thread;
	});

	private final Service service;

	private final Check check;

	private final Soak.Kind kind;

	private final long begun = System.nanoTime();

	/** The end of the time in which busy processors may cause timeouts. */
	private volatile long unstalled = this.begun;

	private final AtomicInteger stalls = new AtomicInteger();

	private volatile boolean ended;

	Faults(Service service, Check check, Soak.Kind kind) {
		this.kind = kind;
		this.service = service;
		this.check = check;
		this.threads.execute(this::watchProcessors);
	}

	private void watchProcessors() {
		while (!this.ended) {
			long due = System.nanoTime() + TICK;
			LockSupport.parkNanos(TICK);
			long late = System.nanoTime() - due;
			if (late > STALL) {
				this.unstalled = System.nanoTime() + GRACE.toNanos();
				this.stalls.incrementAndGet();
				this.check.event("the processors were busy for %d ms".formatted(TimeUnit.NANOSECONDS.toMillis(late)));
			}
		}
	}

	/** Causes faults, each at its time after the begin. */
	void run(List<Planned> planned, long begin) {
		for (Planned each : planned) {
			this.threads.execute(() -> {
				if (pause(begin + TimeUnit.MILLISECONDS.toNanos(each.at()) - System.nanoTime())) {
					cause(each);
				}
			});
		}
	}

	/**
	 * Restarts one instance after the other, with a second between.
	 * @return completes after the last restart
	 */
	Future<?> restart(int times) {
		int instances = this.service.instances().size();
		return this.threads.submit(() -> {
			pause(Schedule.WARM_UP.toNanos());
			for (int i = 0; i < times && pause(TimeUnit.SECONDS.toNanos(1)); i++) {
				cause(new Planned(0, 0, Fault.INSTANCE_RESTARTED, i % instances));
			}
			pause(Schedule.REST.toNanos());
		});
	}

	/** Waits; returns whether the soak goes on. */
	private boolean pause(long nanos) {
		long end = System.nanoTime() + nanos;
		for (long left = nanos; left > 0 && !this.ended; left = end - System.nanoTime()) {
			LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(200)));
		}
		return !this.ended;
	}

	private void cause(Planned planned) {
		Window window = new Window(planned.fault(), System.nanoTime());
		this.windows.add(window);
		this.check.event(planned.fault() + " begins, instance " + (planned.target() + 1));
		try {
			planned.fault().cause(this, planned);
		}
		catch (LabException | IllegalStateException ex) {
			String why = planned.fault() + ": " + ex.getMessage();
			if (isAlone(window.begin)) {
				this.check.require(Promise.READY, false, why);
			}
			else {
				this.check.event("during another fault, " + why);
			}
		}
		finally {
			window.end = System.nanoTime();
			this.check.event(planned.fault() + " ends");
		}
	}

	/** Ends an instance, and starts it again. */
	void restart(Planned planned, Consumer<Instance> end) {
		Instance instance = instance(planned);
		end.accept(instance);
		if (pause(planned.nanos() / 4)) {
			start(instance, System.nanoTime());
			instance.record();
		}
	}

	/** Tries again while there is another fault, as a supervisor does. */
	private void start(Instance instance, long begun) {
		while (true) {
			try {
				instance.start();
				return;
			}
			catch (LabException ex) {
				if (this.ended || isAlone(begun)) {
					throw ex;
				}
				this.check.event("an instance does not start during another fault: " + ex.getMessage());
			}
		}
	}

	/** Ends an instance, which must obey. */
	void end(Instance instance) {
		long begun = System.nanoTime();
		this.check.require(Promise.READY, instance.end(), "an instance did not end within 15 s of SIGTERM");
		List<String> warnings = instance.warnings();
		if (isAlone(begun) && !isStalled()) {
			this.check.require(Promise.QUIET_LOG, warnings.isEmpty(), warnings);
		}
	}

	/** Tells whether there was one fault since a time. */
	private boolean isAlone(long begun) {
		return this.windows.stream().filter((window) -> window.touches(begun)).count() == 1;
	}

	/** Ends a fault when its time is over. */
	void during(Planned planned, Runnable begin, Runnable end) {
		try {
			begin.run();
			pause(planned.nanos());
		}
		finally {
			end.run();
		}
	}

	Service service() {
		return this.service;
	}

	Instance instance(Planned planned) {
		return this.service.instances().get(planned.target());
	}

	/** Backs the database up, and restores it after a while. */
	void restoreDatabase(Planned planned) {
		this.check.atRest(() -> {
			this.service.backUpDatabase();
			this.check.backUp();
		});
		pause(planned.nanos());
		this.check.atRest(() -> {
			this.service.restoreDatabase();
			this.check.restore(System.nanoTime() + GRACE.toNanos());
		});
	}

	/** Opens connections that send nothing. */
	void connect(Planned planned) {
		URI address = instance(planned).address();
		List<Socket> open = new ArrayList<>();
		try {
			while (open.size() < CONNECTIONS) {
				open.add(new Socket(address.getHost(), address.getPort()));
			}
		}
		catch (IOException ex) {
			this.check.event("only " + open.size() + " connections: " + ex.getMessage());
		}
		pause(planned.nanos());
		for (Socket each : open) {
			try {
				each.close();
			}
			catch (IOException ex) {
				this.check.event("a connection cannot be closed: " + ex.getMessage());
			}
		}
	}

	/**
	 * {@return the number of faults that have begun}
	 */
	int count() {
		return this.windows.size();
	}

	/**
	 * {@return how often the processors were busy with other work}
	 */
	int stalls() {
		return this.stalls.get();
	}

	/**
	 * {@return whether a request may have failed because of a fault}
	 */
	boolean mayFail(long begun) {
		return this.windows.stream()
			.anyMatch((window) -> window.fault.isFailing(this.service.instances().size() > 1) && window.touches(begun));
	}

	/**
	 * {@return whether an answer may be missing from a cache that no write changes}
	 */
	boolean mayLackCache(long begun) {
		// What is cleared while the database is down cannot be loaded.
		long since = this.windows.stream()
			.filter((window) -> window.touches(begun))
			.mapToLong((window) -> window.begin)
			.reduce(begun, (one, other) -> (one - other < 0) ? one : other);
		return isWarmingUp()
				|| this.windows.stream().anyMatch((window) -> !window.fault.leavesCaches() && window.touches(since));
	}

	/**
	 * {@return whether an instance may be unready}
	 */
	boolean mayBeUnready(long begun) {
		return isWarmingUp()
				|| this.windows.stream().anyMatch((window) -> !window.fault.leavesCaches() && window.touches(begun));
	}

	/**
	 * {@return the nanoseconds for which other readers may see an old value}
	 */
	long lease(long begun) {
		long lease = this.kind.lease().toNanos();
		// Without the database, an instance does not notice what an edge was told.
		boolean told = this.kind.isPurged() && this.windows.stream()
			.noneMatch((window) -> window.fault.isFailing(true) && window.touches(begun - lease));
		return told ? 0 : lease;
	}

	/**
	 * {@return whether the memory of an instance may be judged}
	 */
	boolean isUndisturbedSince(long begun) {
		return !isWarmingUp()
				&& this.windows.stream().noneMatch((window) -> window.fault.isDisturbing() && window.touches(begun));
	}

	/**
	 * {@return whether nothing was broken since a time, and no process had to wait}
	 */
	boolean isQuietSince(long begun) {
		return !isWarmingUp() && !isStalled() && this.windows.stream().noneMatch((window) -> window.touches(begun));
	}

	private boolean isStalled() {
		return System.nanoTime() - this.unstalled < 0;
	}

	/** Tells whether caches and compiled code are still missing. */
	private boolean isWarmingUp() {
		return System.nanoTime() - this.begun < Schedule.WARM_UP.toNanos();
	}

	/** Ends all faults. */
	@Override
	public void close() throws InterruptedException {
		this.ended = true;
		this.threads.shutdown();
		this.threads.awaitTermination(60, TimeUnit.SECONDS);
	}

	/** The time of a fault. */
	private static final class Window {

		private final Fault fault;

		private final long begin;

		private volatile long end = Long.MAX_VALUE;

		Window(Fault fault, long begin) {
			this.fault = fault;
			this.begin = begin;
		}

		/** Tells whether it was there at any time since then until now. */
		boolean touches(long since) {
			long over = this.end;
			return System.nanoTime() - this.begin >= 0
					&& (over == Long.MAX_VALUE || over + GRACE.toNanos() - since >= 0);
		}

	}

}
