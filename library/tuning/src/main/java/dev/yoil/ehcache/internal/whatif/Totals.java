package dev.yoil.ehcache.internal.whatif;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The counts of the real cache, with the time in which they were counted. Turns the
 * counts of a row into cells, and decides which of them are meaningful.
 */
final class Totals {

	/** The largest error of a shown hit ratio that is to be expected. */
	private static final double TOLERANCE = 0.02;

	/** The error beside that of the sampling. */
	private static final double BIAS = 0.003;

	/** The largest share of first touches in a row that never evicted. */
	private static final double FIRST_TOUCHES = 0.01;

	/** The rate below which the frequencies of the sampled keys tell too little. */
	private static final double LOW_RATE = 0.1;

	/** One dropped lookup in twenty. Drops depend on the time, so more would mislead. */
	private static final double MOST_DROPPED = 1.05;

	/** One lost write in twenty, for the same reason. */
	private static final double MOST_LOST = 0.05;

	private double hits;

	private double misses;

	private double loads;

	private double loadNanos;

	private double dropped;

	private double simulated;

	private double changes;

	private double lost;

	private double millis;

	private long decayedAt;

	Totals(long now) {
		this.decayedAt = now;
	}

	void add(long hits, long misses, long loads, long loadNanos, long dropped) {
		this.hits += hits;
		this.misses += misses;
		this.loads += loads;
		this.loadNanos += loadNanos;
		this.dropped += dropped;
	}

	void simulated() {
		this.simulated++;
	}

	/** Counts a simulated write, removal or change. */
	void changed() {
		this.changes++;
	}

	/** Counts writes, removals and changes that the simulation does not know. */
	void lost(long lost) {
		this.lost += lost;
	}

	void decay(double factor, long now) {
		this.millis = millis(now) * factor;
		this.decayedAt = now;
		this.hits *= factor;
		this.misses *= factor;
		this.loads *= factor;
		this.loadNanos *= factor;
		this.dropped *= factor;
		this.simulated *= factor;
		this.changes *= factor;
		this.lost *= factor;
	}

	private double millis(long now) {
		return this.millis + now - this.decayedAt;
	}

	private double seconds(long now) {
		return Math.max(1, millis(now)) / 1e3;
	}

	double lookups() {
		return this.hits + this.misses;
	}

	/** Returns the cells of a row, {@code null} for those that are not meaningful. */
	List<WhatIf.@Nullable Cell> cells(MiniCache row, int columns, long now, double meanEntryBytes) {
		// How many reported lookups stand for one simulated lookup.
		double scale = (this.simulated > 0) ? (this.simulated + this.dropped) / this.simulated : 1;
		boolean counts = lookups() >= 1 && scale <= MOST_DROPPED && this.lost <= MOST_LOST * (this.lost + this.changes)
				&& row.tally().references() > 0 && (row.isSteady() || row.tally().firstTouchRatio() <= FIRST_TOUCHES);
		List<WhatIf.@Nullable Cell> cells = new ArrayList<>();
		for (int column = 0; column < columns; column++) {
			cells.add(counts ? cell(row, column, scale, seconds(now), meanEntryBytes) : null);
		}
		return Collections.unmodifiableList(cells);
	}

	/**
	 * Corrects the hits by the references that the sample misses. At a rate of 1 these
	 * are repeated hits within a millisecond. At a low rate they belong to frequent keys
	 * that happen not to be sampled, which are hits, too (SHARDS-adj). In between they
	 * belong to any key, in proportion to its frequency.
	 */
	private WhatIf.@Nullable Cell cell(MiniCache row, int column, double scale, double seconds, double meanEntryBytes) {
		Tally tally = row.tally();
		double lookups = lookups();
		double missing = (row.rate() == 1 || row.rate() < LOW_RATE) ? 1 : tally.weightedHitRatio(column);
		double hits = scale * tally.hits(column) + missing * (lookups - scale * tally.references());
		double error = scale * tally.standardError(column, missing) * Math.sqrt(1 - row.rate()) / lookups;
		if (2 * error + BIAS > TOLERANCE) {
			return null;
		}
		double hitRatio = Math.max(0, Math.min(1, hits / lookups));
		double loads = (1 - hitRatio) * lookups + scale * tally.refreshes(column);
		double cost = tally.meanCost(column);
		double meanLoadNanos = (this.loads > 0) ? this.loadNanos / this.loads : 0;
		double nanos = loads * ((cost > 0) ? cost : meanLoadNanos);
		return new WhatIf.Cell(hitRatio, loads / seconds, nanos / 1e6 / seconds,
				(meanEntryBytes > 0) ? Math.round(row.size() / row.rate() * meanEntryBytes) : null, row.size());
	}

	WhatIf.@Nullable Measured measured(long now) {
		double seconds = seconds(now);
		return (lookups() > 0)
				? new WhatIf.Measured(this.hits / lookups(), this.loads / seconds, this.loadNanos / 1e6 / seconds)
				: null;
	}

}
