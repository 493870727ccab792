package dev.yoil.ehcache.doctor;

import java.util.Optional;

import dev.yoil.ehcache.index.CacheStatistics;

/**
 * The cache was asked often enough to be full and never had what it was asked for.
 */
final class NeverHit {

	/** So many different questions in a row are no accident. */
	static final long MISSES = 1_000;

	/**
	 * A cache that is being filled has no hits either, so it is given as many misses as
	 * it has room for; up to this, for a room that was chosen far too large.
	 */
	static final long MOST_MISSES = 10_000;

	private NeverHit() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		CacheStatistics statistics = evidence.statistics();
		long enough = Math.max(MISSES, Math.min(evidence.capacity(), MOST_MISSES));
		if (statistics.hits() + statistics.staleServed() > 0 || evidence.misses() < enough) {
			return Optional.empty();
		}
		boolean small = CapacityTooSmall.diagnose(evidence).isPresent();
		return Optional.of(new Diagnosis(Diagnosis.Part.CACHE, null,
				"The cache was asked %d times and never had the answer: it costs memory and saves nothing."
					.formatted(evidence.misses()),
				small ? "Give it more room first: what it evicts is asked for again."
						: "Look at the keys: they may hold something that differs at every call, such as the time or a visitor. "
								+ "If the same is really never asked for twice in time, take @Cacheable off and the cache out.")
			.with("misses", evidence.misses())
			.with("hits", statistics.hits())
			.with("sharedLoads", statistics.sharedLoads()));
	}

}
