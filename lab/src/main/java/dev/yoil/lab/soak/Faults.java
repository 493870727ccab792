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
import java.util.concurrent.locks.LockSupport;

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

	private static final int CONNECTIONS = 1_000;

	private final List<Window> windows = new CopyOnWriteArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "fault");
		thread.setDaemon(true);
		return thread;
	});

	private final Service service;

	private final Check check;

	private volatile boolean ended;

	Faults(Service service, Check check) {
		this.service = service;
		this.check = check;
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
			begin(planned);
		}
		catch (LabException | IllegalStateException ex) {
			this.check.require(Promise.READY, false, planned.fault() + ": " + ex.getMessage());
		}
		finally {
			window.end = System.nanoTime();
			this.check.event(planned.fault() + " ends");
		}
	}

	private void begin(Planned planned) {
		Instance instance = this.service.instances().get(planned.target());
		long nanos = TimeUnit.MILLISECONDS.toNanos(planned.millis());
		switch (planned.fault()) {
			case INSTANCE_KILLED -> restart(instance, instance::kill, nanos);
			case INSTANCE_RESTARTED -> restart(instance, () -> this.check.require(Promise.READY, instance.end(),
					"an instance did not end within 10 s of SIGTERM"), nanos / 4);
			case INSTANCE_SUSPENDED -> during(instance::suspend, nanos, instance::resume);
			case CACHES_CLEARED -> this.service.clearCaches();
			case CONNECTIONS -> connect(instance.address(), nanos);
			case DATABASE_SUSPENDED -> during(this.service::stopDatabase, nanos, this.service::resumeDatabase);
			case DATABASE_DISCONNECTED -> this.service.disconnectDatabase();
			case DATABASE_READ_ONLY ->
				during(() -> this.service.refuseWrites(true), nanos, () -> this.service.refuseWrites(false));
			case REDIS_SUSPENDED -> during(this.service::stopRedis, nanos, this.service::resumeRedis);
		}
	}

	private void restart(Instance instance, Runnable end, long nanos) {
		end.run();
		if (pause(nanos)) {
			instance.start();
			instance.record();
		}
	}

	private void during(Runnable begin, long nanos, Runnable end) {
		begin.run();
		try {
			pause(nanos);
		}
		finally {
			end.run();
		}
	}

	private void connect(URI address, long nanos) {
		List<Socket> open = new ArrayList<>();
		try {
			while (open.size() < CONNECTIONS) {
				open.add(new Socket(address.getHost(), address.getPort()));
			}
		}
		catch (IOException ex) {
			this.check.event("only " + open.size() + " connections: " + ex.getMessage());
		}
		pause(nanos);
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
	 * {@return whether a request may have failed because of a fault}
	 */
	boolean mayFail(long begun) {
		return this.windows.stream()
			.anyMatch((window) -> window.fault.isFailing(this.service.instances().size() > 1) && window.touches(begun));
	}

	/**
	 * {@return whether nothing was broken since a time}
	 */
	boolean isQuietSince(long begun) {
		return this.windows.stream().noneMatch((window) -> window.touches(begun));
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
