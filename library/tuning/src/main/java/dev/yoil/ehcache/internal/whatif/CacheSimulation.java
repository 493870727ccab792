package dev.yoil.ehcache.internal.whatif;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.policy.CachePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a cache with other capacities and TTLs on the lookups of the real one, as
 * miniature caches: a cache of a tenth of the capacity behaves on a tenth of the keys
 * like the whole cache on all keys. The keys are sampled by their hash. See Waldspurger
 * et al., "Efficient MRC Construction with SHARDS" (FAST 2015) for the sampling, the
 * falling rate and the correction, and "Cache Modeling and Optimization using Miniature
 * Simulations" (USENIX ATC 2017) for policies other than exact LRU.
 * <p>
 * Each capacity is a row that starts with all keys, and halves its sampling rate whenever
 * its slots are full. Rows are equal until the smaller one is full, and are simulated
 * once until then. Each TTL is a column. Loads are not reported as writes: each cell
 * loads by itself when it misses.
 * <p>
 * Not simulated: {@code null-ttl}, limits of single values, stale values, failed loads,
 * and bypasses. Keys with equal hash codes count as one key.
 * <p>
 * Not thread-safe, except for {@link #samples}. Uses 2 MB at most.
 */
public final class CacheSimulation {

	/** Capacities from a sixteenth to sixteen times the present one. */
	private static final int OCTAVES = 4;

	/** A half-life of one hour, as one decay is a minute. */
	private static final double DECAY = Math.pow(2, -1.0 / 60);

	/** The share of the best hits that the knee keeps. */
	private static final double KEPT = 0.999;

	private final long capacity;

	private final LongSupplier time;

	private final TimeLimits limits;

	private final RegionHashes regions;

	private final LoadCosts costs = new LoadCosts();

	private final long[] capacities;

	/** The rows that evict, in the order of their capacities, then one for all others. */
	private final List<MiniCache> rows = new ArrayList<>();

	private final Totals totals;

	private final @Nullable Duration ttl;

	/** The mixed hash of the present key. */
	private long mixed;

	private volatile long threshold;

	/**
	 * Creates a simulation of an empty cache.
	 * @param capacity the present capacity in entries
	 * @param regions returns the regions of a key
	 * @param time the time by which entries age, in milliseconds
	 * @param ends returns the first moment of {@code until} after a moment, likewise;
	 * {@link Long#MAX_VALUE} for never
	 */
	public CacheSimulation(long capacity, CachePolicy policy, Function<Object, Set<String>> regions, LongSupplier time,
			LongUnaryOperator ends) {
		this.capacity = capacity;
		this.ttl = policy.ttl();
		this.time = time;
		this.limits = new TimeLimits(policy, ends, time.getAsLong());
		this.regions = new RegionHashes(regions);
		this.capacities = LongStream.rangeClosed(-OCTAVES, OCTAVES)
			.map((octave) -> (octave < 0) ? capacity >> -octave : capacity << octave)
			.filter((each) -> each > 0)
			.distinct()
			.toArray();
		this.rows.add(new MiniCache(this.limits, this.regions));
		this.threshold = row(0).threshold();
		this.totals = new Totals(time.getAsLong());
	}

	/**
	 * Returns whether a row samples the keys with a hash code; others need not be
	 * reported. Thread-safe.
	 */
	public boolean samples(int hashCode) {
		return mixed(HashedKey.mixed(hashCode)) < this.threshold;
	}

	/** The finalizer of MurmurHash3 (Appleby): similar hashes get different bits. */
	static long mixed(int hash) {
		int mixed = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
		mixed = (mixed ^ (mixed >>> 13)) * 0xC2B2AE35;
		return Integer.toUnsignedLong(mixed ^ (mixed >>> 16));
	}

	/**
	 * Simulates a lookup, whether it was a hit or a miss. Further hits of a key in the
	 * same millisecond need not be reported.
	 * @param now in elapsed time, never less than before
	 */
	public void referenced(Object key, long now) {
		int hash = begin(key, now);
		this.totals.simulated();
		int group = (int) (this.mixed & Tally.GROUPS - 1);
		double cost = this.costs.of(hash);
		double loads = (cost >= 0) ? costWeight(this.mixed) : 0;
		for (MiniCache row : this.rows) {
			if (row.samples(this.mixed)) {
				row.referenced(hash, group, loads, cost);
			}
		}
	}

	/**
	 * Simulates a put by a caller. A load is no put.
	 * @param now in elapsed time, never less than before
	 */
	public void written(Object key, long now) {
		int hash = begin(key, now);
		this.totals.changed();
		for (MiniCache row : this.rows) {
			if (row.samples(this.mixed)) {
				row.written(hash);
			}
		}
	}

	/** Sets the present key and moment, and prepares the growing row for the key. */
	private int begin(Object key, long now) {
		int moved = this.limits.at(key, now);
		if (moved > 0) {
			this.rows.forEach((row) -> row.moveBack(moved));
		}
		this.regions.at(key);
		int hash = HashedKey.mixed(key.hashCode());
		this.mixed = mixed(hash);
		MiniCache growing = growing();
		while (growing.samples(this.mixed) && !growing.contains(hash)
				&& growing.size() >= Math.min(MiniCache.SLOTS, nextCapacity())) {
			split(growing);
		}
		return hash;
	}

	/**
	 * {@return the smallest capacity of the growing row, in slots}
	 */
	private long nextCapacity() {
		int next = this.rows.size() - 1;
		return (next < this.capacities.length)
				? Math.max(1, Math.round((double) this.capacities[next] * growing().rate())) : Long.MAX_VALUE;
	}

	private void split(MiniCache growing) {
		long slots = nextCapacity();
		if (slots <= MiniCache.SLOTS) {
			this.rows.add(this.rows.size() - 1, growing.withCapacity((int) slots));
		}
		else {
			growing.halveRate();
		}
		this.threshold = row(0).threshold();
	}

	private MiniCache growing() {
		return row(this.capacities.length);
	}

	private MiniCache row(int capacityIndex) {
		return this.rows.get(Math.min(capacityIndex, this.rows.size() - 1));
	}

	/** Simulates that a caller evicted a key. */
	public void removed(Object key) {
		this.totals.changed();
		int hash = HashedKey.mixed(key.hashCode());
		this.rows.forEach((row) -> row.removed(hash));
	}

	/** Simulates a change of regions, which removes all keys with one of them. */
	public void changed(Set<String> changed) {
		this.totals.changed();
		int[] hashes = RegionHashes.of(changed);
		if (this.regions.knows(hashes)) {
			this.rows.forEach((row) -> row.changed(hashes));
		}
	}

	/** Simulates that a caller cleared the cache. */
	public void cleared() {
		this.totals.changed();
		this.rows.forEach(MiniCache::cleared);
	}

	/**
	 * Counts writes, removals and changes that should have been reported, but were lost.
	 */
	public void lost(long changes) {
		this.totals.lost(changes);
	}

	/** Records how long it took to load a key. */
	public void loaded(Object key, long nanos) {
		int hash = HashedKey.mixed(key.hashCode());
		double loads = costWeight(mixed(hash));
		if (loads > 0 && !this.costs.loaded(hash, nanos)) {
			// Its cost was unknown when it was missing everywhere.
			this.rows.forEach((row) -> row.loadEverywhere(loads, (double) nanos));
		}
	}

	/**
	 * Returns how many keys a key stands for in the mean costs, 0 for those that are not
	 * sampled. All rows take the costs from the same sample: one that is small enough for
	 * the table to keep it, because forgetting would prefer frequent keys.
	 */
	private double costWeight(long mixed) {
		MiniCache row = row(this.capacities.length - 1);
		return row.samples(mixed) ? 1 / row.rate() : 0;
	}

	/**
	 * Counts what the real cache did since the last call.
	 * @param loads all its loads, including refreshes
	 * @param loadNanos the time of these loads
	 * @param dropped the sampled lookups that should have been reported, but were lost
	 */
	public void counted(long hits, long misses, long loads, long loadNanos, long dropped) {
		this.totals.add(hits, misses, loads, loadNanos, dropped);
	}

	/** Decays all counts. Call it once a minute. */
	public void decay() {
		this.totals.decay(DECAY, this.time.getAsLong());
		this.rows.forEach((row) -> row.tally().decay(DECAY));
		this.limits.findNextEnd(this.time.getAsLong());
	}

	/**
	 * Returns the prediction.
	 * @param meanEntryBytes the mean size of an entry; 0 if it is unknown
	 */
	public WhatIf result(double meanEntryBytes) {
		long now = this.time.getAsLong();
		List<@Nullable Long> shownCapacities = new ArrayList<>();
		List<List<WhatIf.@Nullable Cell>> cells = new ArrayList<>();
		for (int i = 0; i <= this.capacities.length; i++) {
			shownCapacities.add((i < this.capacities.length) ? this.capacities[i] : null);
			cells.add(this.totals.cells(row(i), this.limits.columns(), now, meanEntryBytes));
		}
		int present = this.limits.ttls().indexOf(this.ttl);
		return new WhatIf(this.capacity, text(this.ttl), Math.round(this.totals.lookups()), this.totals.measured(now),
				knee(cells, present), shownCapacities,
				this.limits.ttls().stream().<@Nullable String>map(CacheSimulation::text).toList(), cells);
	}

	private @Nullable Long knee(List<List<WhatIf.@Nullable Cell>> cells, int column) {
		double best = 0;
		Long knee = null;
		// Skips the largest shown capacity, because no larger one is known.
		for (int i = this.capacities.length; i >= 0; i--) {
			WhatIf.Cell cell = cells.get(i).get(column);
			if (cell != null && best > 0 && cell.hitRatio() >= KEPT * best) {
				knee = this.capacities[i];
			}
			best = (cell != null) ? Math.max(best, cell.hitRatio()) : best;
		}
		return knee;
	}

	private static @Nullable String text(@Nullable Duration ttl) {
		return (ttl != null) ? CachePolicy.text(ttl) : null;
	}

}
