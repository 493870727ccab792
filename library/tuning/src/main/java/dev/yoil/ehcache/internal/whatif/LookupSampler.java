package dev.yoil.ehcache.internal.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Recorder of the lookups and writes of one cache, which feeds its
 * {@link CacheSimulation}. It records nothing until it is started.
 * <p>
 * Thread-safe. Full buffers lose lookups first, then writes, and changes of many keys
 * last. The simulation learns how much was lost.
 */
public final class LookupSampler implements CacheListener.Hits {

	/** Stripes, so that threads rarely meet. A power of two. */
	private static final int STRIPES = 4;

	/** Events up to which a stripe takes lookups, until the next {@link #advance}. */
	private static final int LOOKUPS = 2_048;

	/** Events up to which it takes writes of keys. */
	private static final int WRITES = 2 * LOOKUPS;

	/** Events up to which it takes changes of regions and of the whole cache. */
	private static final int CHANGES = 3 * LOOKUPS;

	private final Stripe[] stripes = Stream.generate(Stripe::new).limit(STRIPES).toArray(Stripe[]::new);

	private volatile @Nullable CacheSimulation simulation;

	private volatile boolean warm;

	private final LongSupplier now;

	/** The time of the latest event that was passed on. */
	private long latest = Long.MIN_VALUE;

	/**
	 * Creates a sampler that records nothing yet.
	 * @param now returns the present time in milliseconds since the epoch
	 */
	LookupSampler(LongSupplier now) {
		this.now = now;
	}

	@Override
	public void hit(Object key, long now) {
		if (isSampled(key)) {
			referenced(key, now);
		}
	}

	@Override
	public void missed(Object key) {
		if (isSampled(key)) {
			referenced(key, this.now.getAsLong());
		}
	}

	private void referenced(Object key, long now) {
		Stripe stripe = free(LOOKUPS);
		if (stripe == null) {
			stripe(0).dropped++;
		}
		else {
			stripe.add(new Event(now, (simulation, at) -> simulation.referenced(key, at)));
		}
	}

	@Override
	public void put(Object key) {
		if (isSampled(key)) {
			add(WRITES, (simulation, at) -> simulation.written(key, at));
		}
	}

	@Override
	public void keyRemoved(Object key) {
		if (isSampled(key)) {
			add(WRITES, (simulation, at) -> simulation.removed(key));
		}
	}

	@Override
	public void regionsChanged(Set<String> regions) {
		if (this.simulation != null) {
			add(CHANGES, (simulation, at) -> simulation.changed(regions));
		}
	}

	@Override
	public void cleared() {
		if (this.simulation != null) {
			add(CHANGES, (simulation, at) -> simulation.cleared());
		}
	}

	/** Ignores loads of the first minute, which are slow after a start. */
	@Override
	public void loaded(Object key, long nanos) {
		Stripe stripe = (this.warm && isSampled(key)) ? free(LOOKUPS) : null;
		if (stripe != null) {
			stripe.add(new Event(this.now.getAsLong(), (simulation, at) -> simulation.loaded(key, nanos)));
		}
	}

	private boolean isSampled(Object key) {
		CacheSimulation fed = this.simulation;
		return fed != null && fed.samples(key.hashCode());
	}

	private void add(int most, Step step) {
		Stripe stripe = free(most);
		if (stripe == null) {
			stripe(0).lost++;
		}
		else {
			stripe.add(new Event(this.now.getAsLong(), step));
		}
	}

	/** Returns a stripe with fewer events; {@code null} if there is none. */
	private @Nullable Stripe free(int most) {
		for (int next = 0; next < STRIPES; next++) {
			Stripe stripe = stripe(next);
			if (stripe.size < most) {
				return stripe;
			}
		}
		return null;
	}

	private Stripe stripe(int next) {
		return this.stripes[((int) Thread.currentThread().getId() + next) & (STRIPES - 1)];
	}

	/**
	 * Begins to record for a simulation, which replaces the previous one; {@code null} to
	 * record nothing.
	 */
	public synchronized void start(@Nullable CacheSimulation simulation) {
		for (Stripe stripe : this.stripes) {
			Drained unused = stripe.drain();
		}
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
		long dropped = 0;
		for (Stripe stripe : this.stripes) {
			Drained drained = stripe.drain();
			events.addAll(drained.events());
			dropped += drained.dropped();
			fed.lost(drained.lost());
		}
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

	/** Creates the sampler of each cache. */
	public static final class Factory implements CacheListenerFactory {

		@Override
		public CacheListener create(String cache, Time time) {
			return new LookupSampler(time::now);
		}

	}

	@FunctionalInterface
	private interface Step {

		void simulate(CacheSimulation simulation, long now);

	}

	private record Event(long at, Step step) {
	}

	/** The events of a stripe, and how many lookups and writes it had no room for. */
	private record Drained(List<Event> events, long dropped, long lost) {
	}

	private static final class Stripe {

		private List<Event> events = new ArrayList<>();

		/**
		 * Read without the lock, so that a full stripe costs a lookup next to nothing. A
		 * thread that has read it may add one more event.
		 */
		private volatile int size;

		/** Counted without the lock, which may lose some. Likewise the next field. */
		private long dropped;

		private long lost;

		synchronized void add(Event event) {
			this.events.add(event);
			this.size = this.events.size();
		}

		synchronized Drained drain() {
			Drained drained = new Drained(this.events, this.dropped, this.lost);
			this.events = new ArrayList<>(this.events.size());
			this.size = 0;
			this.dropped = 0;
			this.lost = 0;
			return drained;
		}

	}

}
