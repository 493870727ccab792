package dev.yoil.lab.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Reads once a second. A reading that fails is left out, and the next tells of all the
 * time since the last one. Thread-safe.
 */
final class Watch {

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Patience.daemon("watch"));

	private final List<Sample> samples = new ArrayList<>();

	private final Supplier<Optional<Reading>> source;

	private final @Nullable Reading first;

	private final long begin;

	private @Nullable ScheduledFuture<?> ticks;

	private @Nullable Reading last;

	private long pendingMax;

	/**
	 * Creates a watch that does not run yet.
	 * @param source where to read
	 * @param first what was there before; null if that could not be read
	 * @param begin when the load begins, as {@link System#nanoTime()} tells
	 */
	Watch(Supplier<Optional<Reading>> source, @Nullable Reading first, long begin) {
		this.source = source;
		this.first = first;
		this.last = first;
		this.begin = begin;
	}

	synchronized void run() {
		this.ticks = this.clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
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

	/**
	 * Ends it, with the reading that is under way.
	 * @return all samples
	 */
	List<Sample> end() {
		synchronized (this) {
			if (this.ticks != null) {
				this.ticks.cancel(false);
			}
		}
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

	/**
	 * Tells what was counted since the beginning.
	 * @param now what is there now
	 * @return null if it is not known what was there at the beginning
	 */
	synchronized @Nullable Counted counted(Reading now) {
		return (this.first != null) ? now.countedSince(this.first, this.pendingMax) : null;
	}

}
