package dev.yoil.lab.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.service.Reading.Figure;
import org.jspecify.annotations.Nullable;

/**
 * Takes a sample once a second. After a failed reading, the next sample covers the time
 * since the last one. Thread-safe.
 */
final class Watch {

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "watch");
		thread.setDaemon(true);
		return thread;
	});

	private final List<Sample> samples = new ArrayList<>();

	private final Supplier<Optional<Reading>> source;

	private final @Nullable Reading first;

	private final long begin;

	private @Nullable Reading last;

	private long pendingMax;

	/**
	 * Creates a watch that does not run yet.
	 * @param first the reading before the load; null if it failed
	 * @param begin of the load, of {@link System#nanoTime()}
	 */
	Watch(Supplier<Optional<Reading>> source, @Nullable Reading first, long begin) {
		this.source = source;
		this.first = first;
		this.last = first;
		this.begin = begin;
	}

	@SuppressWarnings("FutureReturnValueIgnored") // A reading that fails is left out.
	void run() {
		this.clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
	}

	void tick() {
		this.source.get().ifPresent(this::add);
	}

	private synchronized void add(Reading reading) {
		this.pendingMax = Math.max(this.pendingMax, Math.round(reading.get(Figure.PENDING)));
		if (this.last != null) {
			this.samples.add(reading.since(this.last, this.begin));
		}
		this.last = reading;
	}

	/** Completes the current reading and returns all samples. */
	List<Sample> end() {
		this.clock.shutdown();
		try {
			this.clock.awaitTermination(1, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		synchronized (this) {
			return List.copyOf(this.samples);
		}
	}

	/** Returns the counters since the first reading; null if that failed. */
	synchronized @Nullable Counted counted(Reading now) {
		return (this.first != null) ? now.countedSince(this.first, this.pendingMax) : null;
	}

}
