package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.internal.index.OversizedValue;
import dev.yoil.ehcache.spi.LevelStatistics;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;

/**
 * Rules about the use of a cache, with the reason of each threshold.
 */
final class UseRules {

	/** More than a coincidence of the first minutes after a start. */
	private static final long MISSES_AFTER_EVICTION = 50;

	/** Below one miss in twenty, more capacity would hardly help. */
	private static final double SHARE_OF_MISSES = 0.05;

	/** Too many misses in a row for a coincidence. */
	private static final long MISSES = 1_000;

	/**
	 * A cache that fills up has no hits either, so as many misses as its capacity are
	 * normal. This is the limit for a capacity that is far too large.
	 */
	private static final long MOST_MISSES = 10_000;

	/** A fifth of the removals kept, more than a few pages of a crawler. */
	private static final long LEFT_BY_THEMSELVES = 200;

	/** One entry in ten that is read again can be worth the other nine. */
	private static final double NEVER_READ = 0.9;

	/** A cache with more hits than misses is worth its memory. */
	private static final double HIT_RATIO = 0.5;

	/** A median of fewer is not reliable. */
	private static final int EXPIRED = 20;

	/**
	 * With a load half as long as the life of its value, a popular key loads a third of
	 * the time.
	 */
	private static final double SHARE_OF_AGE = 0.5;

	/** More than a coincidence of the first minute after a start. */
	private static final long DUPLICATE_LOADS = 50;

	/** Below one load in twenty, sharing would hardly help. */
	private static final double SHARE_OF_LOADS = 0.05;

	/** Keys of another type can never match. */
	private static final long OF_ANOTHER_TYPE = 100;

	/**
	 * Keys of the same type may match later: a write may remove pages that are not
	 * cached.
	 */
	private static final long OF_THE_SAME_TYPE = 1_000;

	/** Enough characters of a key to recognize its structure. */
	private static final int SHOWN = 100;

	private UseRules() {
	}

	static Optional<Finding> capacityTooSmall(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		Long capacity = facts.capacity();
		// A local tier spares the load of an evicted entry.
		long again = facts.log().missesAfterEviction()
				- facts.level().statistics().stream().mapToLong(LevelStatistics::hits).sum();
		// The counters are not read at the same instant.
		double share = Math.min(1, (double) again / Math.max(1, facts.misses()));
		if (capacity == null || again < MISSES_AFTER_EVICTION || share < SHARE_OF_MISSES) {
			return Optional.empty();
		}
		Long better = TuningRules.largerCapacity(facts.whatIf());
		Finding finding = facts.inHeap(Rule.CAPACITY_TOO_SMALL, Severity.WARNING, """
				The cache has a capacity of %,d entries and evicted %,d since the start. %,d misses were for \
				evicted entries that had not expired: %s of all misses.""".formatted(capacity, statistics
			.evictions(), again, percent(share)), (better != null)
					? "Raise <heap> in %s from %d to %d. In the simulation, %s of the lookups then hit, instead of %s."
						.formatted(facts.heapLine(), capacity, better, percent(facts.whatIf().hitRatio(better)),
								percent(facts.whatIf().hitRatio(capacity)))
					: "Raise <heap> in %s from %d.".formatted(facts.heapLine(), capacity))
			.with("capacity", capacity)
			.with("evictions", statistics.evictions())
			.with("missesAfterEviction", again)
			.with("shareOfMisses", rounded(share));
		return Optional.of((better == null) ? finding
				: finding.with("capacityEstimate", better)
					.with("hitRatio", rounded(facts.whatIf().hitRatio(capacity)))
					.with("simulatedHitRatio", rounded(facts.whatIf().hitRatio(better))));
	}

	static Optional<Finding> neverHit(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		long enough = Math.max(MISSES,
				Math.min(Objects.requireNonNullElse(facts.capacity(), MOST_MISSES), MOST_MISSES));
		if (statistics.hits() + statistics.staleServed() > 0 || facts.misses() < enough) {
			return Optional.empty();
		}
		return Optional.of(facts.inCode(Rule.NEVER_HIT,
				"The cache had %,d lookups and no hit: it costs memory and saves nothing.".formatted(facts.misses()),
				capacityTooSmall(facts).isPresent() ? "Raise its capacity first: evicted entries are requested again."
						: "Check the keys: they may contain something that differs in every call, such as the time or a visitor. "
								+ "If no value is requested twice before it expires, remove @Cacheable and the cache.")
			.with("misses", facts.misses())
			.with("hits", statistics.hits())
			.with("sharedLoads", statistics.sharedLoads()));
	}

	static Optional<Finding> readOnce(CacheFacts facts) {
		long left = facts.removed(UseRules::leftByItself);
		long neverRead = facts.removed((removal) -> leftByItself(removal) && removal.hits() == 0);
		double share = (double) neverRead / Math.max(1, left);
		double hitRatio = facts.hitRatio();
		// Entries that are evicted too early need more capacity first.
		if (left < LEFT_BY_THEMSELVES || share < NEVER_READ || hitRatio >= HIT_RATIO
				|| capacityTooSmall(facts).isPresent()) {
			return Optional.empty();
		}
		return Optional
			.of(facts
				.inCode(Rule.READ_ONCE, """
						Of the last %d entries that expired or were evicted, %d (%s) had no hit. The hit ratio is only \
						%s.""".formatted(left, neverRead, percent(share), percent(hitRatio)),
						"""
								Check the keys: they may be finer than the values need. If values are requested again only later, \
								use a longer ttl in %s; otherwise remove @Cacheable."""
							.formatted(facts.policyLine()))
				.with("removals", left)
				.with("neverRead", neverRead)
				.with("shareNeverRead", rounded(share))
				.with("hitRatio", rounded(hitRatio)));
	}

	private static boolean leftByItself(Removal removal) {
		return removal.cause() == RemovalCause.EVICTED || removal.cause().isExpiry();
	}

	static Optional<Finding> loadsOutlastEntries(CacheFacts facts) {
		Duration ttl = facts.policy().ttl();
		long longest = (ttl != null) ? ttl.toMillis() : Long.MAX_VALUE;
		// Expiry is detected late.
		long[] ages = facts.removals()
			.stream()
			.filter((removal) -> removal.cause().isExpiry())
			.mapToLong(Removal::age)
			.map((age) -> Math.min(age, longest))
			.sorted()
			.toArray();
		CacheStatistics statistics = facts.statistics();
		double load = statistics.meanLoadMillis();
		if (ages.length < EXPIRED || load == 0 || load < SHARE_OF_AGE * ages[ages.length / 2]) {
			return Optional.empty();
		}
		long median = ages[ages.length / 2];
		String attribute = (ttl != null) ? "ttl" : (facts.policy().tti() != null) ? "tti" : "until";
		return Optional.of(facts
			.inPolicy(Rule.LOADS_OUTLAST_ENTRIES, Severity.WARNING, attribute,
					"""
							A load takes %s ms on average, but half of the last %d expired entries lived %d ms or less: a \
							popular key is loading %s of the time."""
						.formatted(rounded(load), ages.length, median, percent(load / (load + median))),
					"Make %s in %s much longer than a load, or make the load faster.".formatted(attribute,
							facts.policyLine()))
			.with("meanLoadMillis", rounded(load))
			.with("medianAgeMillis", median)
			.with("expired", ages.length)
			.with("loads", statistics.loads() - statistics.failedLoads()));
	}

	static Optional<Finding> loadsNotShared(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		long duplicates = statistics.duplicateLoads();
		double share = Math.min(1, (double) duplicates / Math.max(1, statistics.loads()));
		if (duplicates < DUPLICATE_LOADS || share < SHARE_OF_LOADS) {
			return Optional.empty();
		}
		double spared = duplicates * statistics.meanLoadMillis();
		return Optional.of(facts
			.inCode(Rule.LOADS_NOT_SHARED,
					"""
							%,d of %,d loads (%s) ran while another caller loaded the same value. They wasted about %s ms, %s ms \
							per load."""
						.formatted(duplicates, statistics.loads(), percent(share), Math.round(spared),
								rounded(statistics.meanLoadMillis())),
					"Add sync = true to @Cacheable, so that one caller loads and the others wait.")
			.with("duplicateLoads", duplicates)
			.with("loads", statistics.loads())
			.with("shareOfLoads", rounded(share))
			.with("meanLoadMillis", rounded(statistics.meanLoadMillis()))
			.with("sparedMillis", Math.round(spared)));
	}

	static Optional<Finding> removalsNeverMatch(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		Object present = facts.entries().isEmpty() ? null : facts.entries().get(0).key();
		Object unmatched = facts.log().lastUnmatched();
		if (present == null || unmatched == null || statistics.removalRequestsMatched() > 0
				|| facts.log().unmatchedReadLater() > 0) {
			return Optional.empty();
		}
		boolean same = present.getClass() == unmatched.getClass();
		if (statistics.removalRequests() < (same ? OF_THE_SAME_TYPE : OF_ANOTHER_TYPE)) {
			return Optional.empty();
		}
		String asked = KeyText.shortened(KeyText.of(unmatched), SHOWN);
		String held = KeyText.shortened(KeyText.of(present), SHOWN);
		return Optional.of(facts.inCode(Rule.REMOVALS_NEVER_MATCH,
				"""
						Callers removed %d keys, but none of them was in the cache. Outdated values may be served until they \
						expire. The last removed key was %s (%s); a cached key is, for example, %s (%s)."""
					.formatted(statistics.removalRequests(), asked, unmatched.getClass().getSimpleName(), held,
							present.getClass().getSimpleName()),
				"Build the key of @CacheEvict exactly like that of @Cacheable, with the same parts, types and order.")
			.with("removalRequests", statistics.removalRequests())
			.with("removalRequestsMatched", statistics.removalRequestsMatched())
			.with("unmatchedKey", asked)
			.with("presentKey", held)
			.with("unmatchedKeyType", unmatched.getClass().getName())
			.with("presentKeyType", present.getClass().getName()));
	}

	static Optional<Finding> valuesMutated(CacheFacts facts) {
		return Optional.ofNullable(facts.lastMutation())
			.map((change) -> facts.inCode(Rule.VALUES_MUTATED, """
					Values changed after they were stored. The last one was of type %s, under key %s. All callers \
					get the changed value.""".formatted(change.type(), change.key()), """
					Return an immutable value from the cached method, such as a record or List.copyOf(...). \
					Or copy the value before changing it.""")
				.with("type", change.type())
				.with("key", change.key())
				.with("detectedAt", change.detectedAt().toString())
				.with("changes", change.changes()));
	}

	static Optional<Finding> valuesTooLarge(CacheFacts facts) {
		OversizedValue value = facts.index().oversized();
		if (value == null) {
			return Optional.empty();
		}
		Finding finding = (value.mostly() != null) ? tooManyObjects(facts, value, value.mostly())
				: facts.inHeap(Rule.VALUES_TOO_LARGE, Severity.WARNING,
						"%d values were too large to be cached. The last one was of type %s.".formatted(value.values(),
								value.type()),
						"Cache smaller values, or raise <heap> in %s, and <max-object-size> if it is declared."
							.formatted(facts.heapLine()));
		return Optional.of(finding.with("type", value.type()).with("values", value.values()));
	}

	private static Finding tooManyObjects(CacheFacts facts, OversizedValue value, String mostly) {
		Finding finding = facts.inHeap(Rule.VALUES_TOO_LARGE, Severity.WARNING, """
				%d values consist of too many objects, so %s. The last one was of type %s, and most of its objects \
				are of type %s.""".formatted(value.values(),
				value.cached() ? "only %,d of each are counted".formatted(OversizedValue.COUNTED)
						: "they are not cached",
				value.type(), mostly),
				"""
						Cache records with the data that callers need, or annotate fields that refer to shared objects \
						with @IgnoreSizeOf. If the values are as intended, raise <max-object-graph-size> beside <heap> in %s."""
					.formatted(facts.heapLine()))
			.with("mostly", mostly);
		return value.cached() ? finding.with("counted", OversizedValue.COUNTED) : finding;
	}

	private static String percent(double share) {
		return Math.round(100 * share) + " %";
	}

	private static double rounded(double number) {
		return Math.round(number * 1_000) / 1_000.0;
	}

}
