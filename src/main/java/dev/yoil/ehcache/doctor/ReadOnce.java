package dev.yoil.ehcache.doctor;

import java.util.Optional;

import dev.yoil.ehcache.index.Removal;
import dev.yoil.ehcache.index.RemovalCause;

/**
 * Nearly all entries leave without having been read after the load that stored them, and
 * those that stay do not make up for it.
 */
final class ReadOnce {

	/** A fifth of what is remembered, more than a few pages of a crawler. */
	static final long DEPARTED = 200;

	/** One in ten that is read again can still pay for the other nine. */
	static final double NEVER_READ = 0.9;

	/**
	 * A cache that answers half of all questions is worth it, whatever leaves: what is
	 * asked for most does not leave.
	 */
	static final double HIT_RATIO = 0.5;

	private ReadOnce() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		long left = evidence.removed(ReadOnce::leftByItself);
		long neverRead = evidence.removed((removal) -> leftByItself(removal) && removal.hits() == 0);
		double share = (double) neverRead / Math.max(1, left);
		double hitRatio = evidence.hitRatio();
		// What leaves before it can be read again needs room.
		if (left < DEPARTED || share < NEVER_READ || hitRatio >= HIT_RATIO
				|| CapacityTooSmall.diagnose(evidence).isPresent()) {
			return Optional.empty();
		}
		return Optional.of(new Diagnosis(Diagnosis.Part.CACHE, null,
				"""
						Of the last %d entries that expired or were evicted, %d (%s) had never been read after they were \
						loaded, and only %s of all questions were answered from the cache."""
					.formatted(left, neverRead, Diagnosis.percent(share), Diagnosis.percent(hitRatio)),
				"""
						Look at the keys: they may be finer than the values need. If the same is really asked for again only \
						later, a longer ttl in %s:%d keeps it until then; else take @Cacheable off."""
					.formatted(evidence.place().file(), evidence.place().policy()))
			.with("departures", left)
			.with("neverRead", neverRead)
			.with("shareNeverRead", Evidence.rounded(share))
			.with("hitRatio", Evidence.rounded(hitRatio)));
	}

	/**
	 * What a caller took out or replaced might have been read, had it been left.
	 */
	private static boolean leftByItself(Removal removal) {
		return removal.cause() == RemovalCause.EVICTED || Evidence.expired(removal);
	}

}
