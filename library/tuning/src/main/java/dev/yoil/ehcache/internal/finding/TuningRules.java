package dev.yoil.ehcache.internal.finding;

import java.util.Optional;

import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.internal.whatif.WhatIf;
import dev.yoil.ehcache.internal.whatif.WhatIf.Cell;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * Rules that compare the present configuration of a cache with simulated ones.
 */
final class TuningRules {

	/** Less memory is not worth a change. */
	private static final long FREED_BYTES = 1L << 20;

	/** A capacity that is too large by less does no harm. */
	private static final int TIMES_TOO_LARGE = 4;

	/** The part of the possible savings that a suggestion reaches. */
	private static final double SHARE_OF_SAVINGS = 0.9;

	/** The simulation is not more exact. */
	private static final double LEAST_GAIN = 0.02;

	/** Below one load in ten, another TTL would hardly help. */
	private static final double SHARE_OF_LOADS = 0.1;

	/** Below one load in ten seconds, the database hardly notices. */
	private static final double SAVED_PER_SECOND = 0.1;

	/** Enough refreshes to know whether values change without being evicted. */
	private static final long REFRESHES = 20;

	/** More would change unnoticed for longer. */
	private static final double SHARE_OF_CHANGED = 0.05;

	/** More than a coincidence of the first minutes after a start. */
	private static final long CHANGES = 10;

	private TuningRules() {
	}

	/**
	 * {@return the smallest simulated capacity that gives most of the hits that more room
	 * can give; {@code null} if it is not known}
	 */
	static @Nullable Long largerCapacity(WhatIf whatIf) {
		Cell present = whatIf.present();
		if (present == null) {
			return null;
		}
		double most = whatIf.largerCapacities().mapToDouble(whatIf::hitRatio).max().orElse(present.hitRatio());
		if (most - present.hitRatio() < LEAST_GAIN) {
			return null;
		}
		double enough = present.hitRatio() + SHARE_OF_SAVINGS * (most - present.hitRatio());
		return whatIf.largerCapacities().filter((larger) -> whatIf.hitRatio(larger) >= enough).findFirst().orElse(null);
	}

	static Optional<Finding> capacityTooLarge(CacheFacts facts) {
		WhatIf whatIf = facts.whatIf();
		Long capacity = facts.capacity();
		Long knee = whatIf.knee();
		Cell present = whatIf.present();
		Cell smaller = (knee != null) ? whatIf.cell(knee, whatIf.ttl()) : null;
		if (capacity == null || knee == null || present == null || smaller == null
				|| knee * TIMES_TOO_LARGE > capacity) {
			return Optional.empty();
		}
		long freed = bytes(present) - bytes(smaller);
		if (freed < FREED_BYTES) {
			return Optional.empty();
		}
		double kept = (present.hitRatio() > 0) ? Math.min(1, smaller.hitRatio() / present.hitRatio()) : 1;
		return Optional.of(facts
			.inHeap(Rule.CAPACITY_TOO_LARGE, Severity.NOTE,
					"A capacity of %d instead of %d entries would keep %s of the hits and free %.1f MB.".formatted(knee,
							capacity, percent(kept), freed / 1048576.0),
					"Lower <heap> in %s from %d to %d.".formatted(facts.heapLine(), capacity, knee))
			.with("capacity", capacity)
			.with("suggestedCapacity", knee)
			.with("shareOfHits", kept)
			.with("freedBytes", freed));
	}

	private static long bytes(Cell cell) {
		return (cell.bytes() != null) ? cell.bytes() : 0;
	}

	/** Suggests a longer TTL if it saves loads and callers evict changed values. */
	static Optional<Finding> ttlTooShort(CacheFacts facts) {
		WhatIf whatIf = facts.whatIf();
		Cell present = whatIf.present();
		String longer = longerTtl(whatIf);
		if (present == null || longer == null || !isKeptFresh(facts)) {
			return Optional.empty();
		}
		Cell suggested = whatIf.cell(whatIf.capacity(), longer);
		double saved = (suggested != null) ? present.loadsPerSecond() - suggested.loadsPerSecond() : 0;
		if (suggested == null || saved < SAVED_PER_SECOND || saved < SHARE_OF_LOADS * present.loadsPerSecond()) {
			return Optional.empty();
		}
		double savedMillis = Math.max(0, present.databaseMillisPerSecond() - suggested.databaseMillisPerSecond());
		return Optional.of(facts
			.inPolicy(Rule.TTL_TOO_SHORT, Severity.NOTE, "ttl", """
					A ttl of %s instead of %s would save %.1f loads and %.0f ms of loading per second. Callers evict \
					values of this cache.""".formatted(longer, whatIf.ttl(), saved, savedMillis),
					"Raise ttl in %s to %s, if every change of a value evicts it.".formatted(facts.policyLine(),
							longer))
			.with("ttl", String.valueOf(whatIf.ttl()))
			.with("suggestedTtl", longer)
			.with("savedLoadsPerSecond", saved)
			.with("savedMillis", savedMillis));
	}

	/** Returns the shortest TTL that saves most of the loads, {@code null} for none. */
	private static @Nullable String longerTtl(WhatIf whatIf) {
		Cell present = whatIf.present();
		if (present == null) {
			return null;
		}
		double fewest = whatIf.longerTtls()
			.mapToDouble((ttl) -> loads(whatIf, ttl))
			.min()
			.orElse(present.loadsPerSecond());
		double enough = present.loadsPerSecond() - SHARE_OF_SAVINGS * (present.loadsPerSecond() - fewest);
		return whatIf.longerTtls().filter((ttl) -> loads(whatIf, ttl) <= enough).findFirst().orElse(null);
	}

	private static double loads(WhatIf whatIf, String ttl) {
		Cell cell = whatIf.cell(whatIf.capacity(), ttl);
		return (cell != null) ? cell.loadsPerSecond() : Double.MAX_VALUE;
	}

	/**
	 * {@return whether callers evict changed values, and refreshes find no others}
	 */
	private static boolean isKeptFresh(CacheFacts facts) {
		long refreshes = facts.index().counters().refreshes();
		long changed = refreshes - facts.index().counters().equalRefreshes();
		return facts.removed(TuningRules::isByCaller) >= CHANGES
				&& (refreshes < REFRESHES || changed <= SHARE_OF_CHANGED * refreshes);
	}

	private static boolean isByCaller(Removal removal) {
		return removal.by() == null && removal.cause() == RemovalCause.REMOVED;
	}

	private static String percent(double share) {
		return Math.floor(1_000 * share) / 10 + " %";
	}

}
