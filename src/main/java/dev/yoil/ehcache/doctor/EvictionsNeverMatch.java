package dev.yoil.ehcache.doctor;

import java.util.Optional;

import dev.yoil.ehcache.index.CacheStatistics;

/**
 * Callers evict keys that are never in the cache, and that nobody ever reads: those who
 * evict probably make their keys differently than those who read.
 */
final class EvictionsNeverMatch {

	/** Keys of another type than those in the cache cannot match: no need to wait. */
	static final long OF_ANOTHER_TYPE = 100;

	/**
	 * Of the same type they might: a write may well evict every page of a list that
	 * nobody looks at.
	 */
	static final long OF_THE_SAME_TYPE = 1_000;

	private EvictionsNeverMatch() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		CacheStatistics statistics = evidence.statistics();
		Object present = evidence.keys().present();
		Object unmatched = evidence.keys().unmatched();
		if (present == null || unmatched == null || statistics.removalRequestsMatched() > 0
				|| evidence.keys().readLater() > 0) {
			return Optional.empty();
		}
		boolean same = present.getClass() == unmatched.getClass();
		if (statistics.removalRequests() < (same ? OF_THE_SAME_TYPE : OF_ANOTHER_TYPE)) {
			return Optional.empty();
		}
		String evicted = Evidence.text(unmatched);
		String held = Evidence.text(present);
		return Optional.of(new Diagnosis(Diagnosis.Part.CACHE, null,
				"""
						Callers evicted %d keys and none of them was in the cache, so what changed may be served from it for \
						as long as it lasts. The last one was %s (%s); in the cache there is, for example, %s (%s)."""
					.formatted(statistics.removalRequests(), evicted, unmatched.getClass().getSimpleName(), held,
							present.getClass().getSimpleName()),
				"Make the key of @CacheEvict exactly as that of @Cacheable: the same parts, of the same types, in the same order.")
			.with("evictionsAsked", statistics.removalRequests())
			.with("evictionsMatched", statistics.removalRequestsMatched())
			.with("unmatchedKey", evicted)
			.with("presentKey", held)
			.with("unmatchedKeyType", unmatched.getClass().getName())
			.with("presentKeyType", present.getClass().getName()));
	}

}
