package dev.yoil.ehcache.internal.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Recorder of the lookups and writes of one cache, which feeds its
 * {@link CacheSimulation}. It records nothing until it is started.
 * <p>
 * Thread-safe. A full buffer drops lookups and counts them. It drops no writes.
 */
public final class LookupSampler {

	/** Stripes, so that threads rarely meet. A power of two. */
	private static final int STRIPES = 4;

	/** Lookups kept in a stripe until the next {@link #drain}. */
	private static final int MOST = 2_048;

	private final Stripe[] stripes = Stream.generate(Stripe::new).limit(STRIPES).toArray(Stripe[]::new);

	private volatile @Nullable CacheSimulation simulation;

	private volatile boolean warm;

	/** The time of the latest event that was passed on. */
	private long latest = Long.MIN_VALUE;

	/**
	 * Records a lookup, if its key is sampled. Several lookups of a key in a millisecond
	 * may be recorded as one.
	 */
	public void referenced(Object key, long now) {
		CacheSimulation fed = this.simulation;
		if (fed != null && fed.samples(key.hashCode())) {
			Stripe stripe = stripe(0);
			for (int next = 1; next < STRIPES && stripe.full; next++) {
				stripe = stripe(next);
			}
			if (stripe.full) {
				stripe.dropped++;
			}
			else {
				stripe.add(new Event(now, (simulation, at) -> simulation.referenced(key, at)));
			}
		}
	}

	/** Records that a caller put a value. */
	public void written(Object key, long now) {
		add(now, (simulation, at) -> simulation.written(key, at));
	}

	/** Records that a caller evicted a key, whether it had an entry or not. */
	public void removed(Object key, long now) {
		add(now, (simulation, at) -> simulation.removed(key));
	}

	/** Records that regions changed. */
	public void changed(Set<String> regions, long now) {
		add(now, (simulation, at) -> simulation.changed(regions));
	}

	/** Records that the cache was cleared. */
	public void cleared(long now) {
		add(now, (simulation, at) -> simulation.cleared());
	}

	/**
	 * Records the time of a load. Ignores loads of the first minute, which are slow after
	 * a start.
	 * @param nanos how long it ran, in nanoseconds
	 */
	public void loaded(Object key, long nanos, long now) {
		if (this.warm) {
			add(now, (simulation, at) -> simulation.loaded(key, nanos));
		}
	}

	private void add(long now, Step step) {
		if (this.simulation != null) {
			stripe(0).add(new Event(now, step));
		}
	}

	private Stripe stripe(int next) {
		return this.stripes[((int) Thread.currentThread().getId() + next) & (STRIPES - 1)];
	}

	/**
	 * Begins to record for a simulation, which replaces the previous one; {@code null} to
	 * record nothing.
	 */
	public synchronized void start(@Nullable CacheSimulation simulation) {
		drain(new ArrayList<>());
		this.simulation = simulation;
		this.warm = false;
	}

	/**
	 * Passes the events so far to the simulation, in the order of their times.
	 * @param hits the hits of the cache since the last call
	 * @param misses its misses since the last call
	 * @param loads its loads since the last call
	 * @param loadNanos the time of these loads, in nanoseconds
	 * @param decays whether a minute has passed since the last decay of the figures
	 */
	public synchronized void advance(long hits, long misses, long loads, long loadNanos, boolean decays) {
		CacheSimulation fed = this.simulation;
		if (fed == null) {
			return;
		}
		List<Event> events = new ArrayList<>();
		long dropped = drain(events);
		// Stable: the order of a thread's events stays.
		events.sort(Comparator.comparingLong(Event::at));
		for (Event event : events) {
			// An event may have missed the previous call.
			this.latest = Math.max(this.latest, event.at());
			event.step().simulate(fed, this.latest);
		}
		fed.counted(hits, misses, loads, loadNanos, dropped);
		if (decays) {
			fed.decay();
			this.warm = true;
		}
	}

	/**
	 * {@return the figures so far; {@link WhatIf#NONE} if nothing is simulated}
	 * @param meanEntryBytes the mean size of an entry in bytes; 0 if it is not known
	 */
	public synchronized WhatIf result(double meanEntryBytes) {
		CacheSimulation fed = this.simulation;
		return (fed != null) ? fed.result(meanEntryBytes) : WhatIf.NONE;
	}

	private long drain(List<Event> all) {
		long dropped = 0;
		for (Stripe stripe : this.stripes) {
			dropped += stripe.drainTo(all);
		}
		return dropped;
	}

	@FunctionalInterface
	private interface Step {

		void simulate(CacheSimulation simulation, long now);

	}

	private record Event(long at, Step step) {
	}

	private static final class Stripe {

		private List<Event> events = new ArrayList<>();

		/**
		 * Read without the lock, so that a full stripe costs a lookup next to nothing.
		 */
		private volatile boolean full;

		/** Counted without the lock, which may lose some. */
		private long dropped;

		synchronized void add(Event event) {
			this.events.add(event);
			this.full = this.events.size() >= MOST;
		}

		synchronized long drainTo(List<Event> all) {
			all.addAll(this.events);
			this.events = new ArrayList<>(this.events.size());
			this.full = false;
			long lost = this.dropped;
			this.dropped = 0;
			return lost;
		}

	}

}
