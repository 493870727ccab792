package dev.yoil.ehcache.doctor;

import java.util.Optional;

import dev.yoil.ehcache.index.CacheStatistics;

/**
 * Entries have to leave because the cache is full, and are asked for again while they
 * would still have been good.
 */
final class CapacityTooSmall {

	/** So many are no accident of the minutes after a start. */
	static final long ASKED_AGAIN = 50;

	/**
	 * Below one miss in twenty, more room would hardly be felt: ttl and tti make the
	 * other misses.
	 */
	static final double SHARE_OF_MISSES = 0.05;

	private CapacityTooSmall() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		CacheStatistics statistics = evidence.statistics();
		long again = statistics.missesAfterEviction();
		// The counts are read one after the other.
		double share = Math.min(1, (double) again / Math.max(1, evidence.misses()));
		if (again < ASKED_AGAIN || share < SHARE_OF_MISSES) {
			return Optional.empty();
		}
		long better = evidence.capacity() + evidence.missingCapacity();
		return Optional.of(new Diagnosis(Diagnosis.Part.HEAP, "heap",
				"""
						The cache holds %d entries, and %d were evicted to make room. %d times one of those was asked for \
						again while it would still have been good: %s of all misses."""
					.formatted(evidence.capacity(), statistics.evictions(), again, Diagnosis.percent(share)),
				"Raise <heap> in %s:%d from %d to about %d: that would have kept nine in ten of them."
					.formatted(evidence.place().file(), evidence.place().heap(), evidence.capacity(), better))
			.with("capacity", evidence.capacity())
			.with("evictions", statistics.evictions())
			.with("evictedAskedAgain", again)
			.with("shareOfMisses", Evidence.rounded(share))
			.with("capacityEstimate", better));
	}

}
