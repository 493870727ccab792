package dev.yoil.ehcache.internal.whatif;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Turns the counts of a row into cells, and decides which of them are meaningful.
 */
final class Prediction {

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

	private final Totals totals;

	private final double seconds;

	private final double meanEntryBytes;

	Prediction(Totals totals, long now, double meanEntryBytes) {
		this.totals = totals;
		this.seconds = totals.seconds(now);
		this.meanEntryBytes = meanEntryBytes;
	}

	List<WhatIf.@Nullable Cell> cells(MiniCache row, int columns) {
		boolean counts = this.totals.lookups() >= 1 && this.totals.reported() <= MOST_DROPPED
				&& this.totals.lostShare() <= MOST_LOST && row.tally().references() > 0
				&& (row.isSteady() || row.tally().firstTouchRatio() <= FIRST_TOUCHES);
		List<WhatIf.@Nullable Cell> cells = new ArrayList<>();
		for (int column = 0; column < columns; column++) {
			cells.add(counts ? cell(row, column) : null);
		}
		return Collections.unmodifiableList(cells);
	}

	/**
	 * Corrects the hits by the references that the sample misses. At a rate of 1 these
	 * are repeated hits within a millisecond. At a low rate they belong to frequent keys
	 * that happen not to be sampled, which are hits, too (SHARDS-adj). In between they
	 * belong to any key, in proportion to its frequency.
	 */
	private WhatIf.@Nullable Cell cell(MiniCache row, int column) {
		Tally tally = row.tally();
		double lookups = this.totals.lookups();
		double scale = this.totals.reported();
		double missing = (row.rate() == 1 || row.rate() < LOW_RATE) ? 1 : tally.weightedHitRatio(column);
		double hits = scale * tally.hits(column) + missing * (lookups - scale * tally.references());
		double error = scale * tally.standardError(column, missing) * Math.sqrt(1 - row.rate()) / lookups;
		if (2 * error + BIAS > TOLERANCE) {
			return null;
		}
		double hitRatio = Math.max(0, Math.min(1, hits / lookups));
		double loads = (1 - hitRatio) * lookups + scale * tally.refreshes(column);
		double cost = tally.meanCost(column);
		double nanos = loads * ((cost > 0) ? cost : this.totals.meanLoadNanos());
		return new WhatIf.Cell(hitRatio, loads / this.seconds, nanos / 1e6 / this.seconds,
				(this.meanEntryBytes > 0) ? Math.round(row.size() / row.rate() * this.meanEntryBytes) : null,
				row.size());
	}

}
