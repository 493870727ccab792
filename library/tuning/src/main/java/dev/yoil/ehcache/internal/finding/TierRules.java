package dev.yoil.ehcache.internal.finding;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.spi.LevelStatistics;

/**
 * Rules about the off-heap and disk tiers of a cache.
 */
final class TierRules {

	/** Too many in a row for a coincidence. */
	private static final long LOOKUPS = 1_000;

	private TierRules() {
	}

	static Optional<Finding> tierNeverHit(CacheFacts facts) {
		// A heap that holds all needs its tier after a restart only.
		return any(facts,
				(tier) -> tier.hits() == 0 && Math.min(tier.misses(), facts.statistics().evictions()) >= LOOKUPS)
			.map((tier) -> facts.inTier(Rule.TIER_NEVER_HIT,
					"%d loads asked the %s tier, and none found its value there.".formatted(tier.misses(), name(tier)),
					"Remove the tier in %s. Its values expire, or their regions change, before they are used again."
						.formatted(facts.heapLine()))
				.with("level", tier.level())
				.with("misses", tier.misses())
				.with("evictions", facts.statistics().evictions()));
	}

	static Optional<Finding> heapHoldsAll(CacheFacts facts) {
		// A disk tier is also for the next start.
		return any(facts,
				(tier) -> tier.level().equals("OFF_HEAP") && facts.statistics().evictions() == 0
						&& tier.puts() >= LOOKUPS && tier.hits() == 0)
			.map((tier) -> facts
				.inHeap(Rule.HEAP_HOLDS_ALL, Severity.WARNING,
						"The heap has never been full, so no load needs the off-heap tier of %d MB."
							.formatted(tier.capacityBytes() >> 20),
						"Lower <heap> in %s, or remove <offheap>.".formatted(facts.heapLine()))
				.with("evictions", 0)
				.with("puts", tier.puts()));
	}

	static Optional<Finding> tierSlow(CacheFacts facts) {
		double load = facts.statistics().meanLoadMillis();
		return any(facts,
				(tier) -> load > 0 && tier.hits() + tier.misses() >= LOOKUPS && tier.getMicros() > load * 1_000)
			.map((tier) -> facts
				.inTier(Rule.TIER_SLOW,
						"A lookup in the %s tier takes %.0f microseconds on average, and a load only %.0f."
							.formatted(name(tier), tier.getMicros(), load * 1_000),
						"Remove the tier in %s, or move its directory to a faster disk.".formatted(facts.heapLine()))
				.with("level", tier.level())
				.with("getMicros", tier.getMicros())
				.with("meanLoadMillis", load));
	}

	static Optional<Finding> tierFailing(CacheFacts facts) {
		return any(facts, (tier) -> !tier.available()).map((tier) -> facts.inTier(Rule.TIER_FAILING,
				"The %s tier stores nothing at the moment, because a write has failed.".formatted(name(tier)),
				"Check the free space and the permissions of the directory in <persistence>. The log has the error.")
			.with("level", tier.level())
			.with("failures", tier.failures()));
	}

	private static Optional<LevelStatistics> any(CacheFacts facts, Predicate<LevelStatistics> condition) {
		return facts.level().statistics().stream().filter(condition).findFirst();
	}

	private static String name(LevelStatistics tier) {
		return tier.level().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
