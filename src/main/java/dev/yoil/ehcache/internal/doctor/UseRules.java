package dev.yoil.ehcache.internal.doctor;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.doctor.Finding.Severity;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;

/**
 * Rules about how a cache is used. Each threshold says why it is what it is.
 */
final class UseRules {

	/** So many are no accident of the minutes after a start. */
	private static final long MISSES_AFTER_EVICTION = 50;

	/**
	 * Below one miss in twenty, more room would hardly be felt: ttl and tti make the
	 * other misses.
	 */
	private static final double SHARE_OF_MISSES = 0.05;

	/** So many different questions in a row are no accident. */
	private static final long MISSES = 1_000;

	/**
	 * A cache that is being filled has no hits either, so it is given as many misses as
	 * it has room for; up to this, for a room that was chosen far too large.
	 */
	private static final long MOST_MISSES = 10_000;

	/** A fifth of what is remembered, more than a few pages of a crawler. */
	private static final long LEFT_BY_THEMSELVES = 200;

	/** One in ten that is read again can still pay for the other nine. */
	private static final double NEVER_READ = 0.9;

	/**
	 * A cache that answers half of all questions is worth it, whatever leaves: what is
	 * asked for most does not leave.
	 */
	private static final double HIT_RATIO = 0.5;

	/** A median of fewer says little. */
	private static final int EXPIRED = 20;

	/**
	 * With a load half as long as what it loads is good for, a key that is always wanted
	 * is being loaded a third of the time.
	 */
	private static final double SHARE_OF_AGE = 0.5;

	/** So many are no accident of the first minute after a start. */
	private static final long DUPLICATE_LOADS = 50;

	/** Below one load in twenty nobody would notice that they are gone. */
	private static final double SHARE_OF_LOADS = 0.05;

	/** Keys of another type than those in the cache cannot match: no need to wait. */
	private static final long OF_ANOTHER_TYPE = 100;

	/**
	 * Of the same type they might: a write may well remove every page of a list that
	 * nobody looks at.
	 */
	private static final long OF_THE_SAME_TYPE = 1_000;

	/** As many characters of a key as are needed to tell how it is made. */
	private static final int SHOWN = 100;

	private UseRules() {
	}

	/**
	 * Entries have to leave because the cache is full, and are asked for again while they
	 * would still have been good.
	 */
	static Optional<Finding> capacityTooSmall(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		Long capacity = facts.capacity();
		long again = statistics.missesAfterEviction();
		// The counts are read one after the other.
		double share = Math.min(1, (double) again / Math.max(1, facts.misses()));
		if (capacity == null || again < MISSES_AFTER_EVICTION || share < SHARE_OF_MISSES) {
			return Optional.empty();
		}
		long better = capacity + facts.missingCapacity();
		return Optional.of(facts
			.inHeap(Rule.CAPACITY_TOO_SMALL,
					"""
							The cache holds %d entries, and %d were evicted to make room. %d times one of those was asked for \
							again while it would still have been good: %s of all misses."""
						.formatted(capacity, statistics.evictions(), again, percent(share)),
					"Raise <heap> in %s:%d from %d to about %d: that would have kept nine in ten of them."
						.formatted(facts.declared().place().file(), facts.declared().place().heap(), capacity, better))
			.with("capacity", capacity)
			.with("evictions", statistics.evictions())
			.with("missesAfterEviction", again)
			.with("shareOfMisses", rounded(share))
			.with("capacityEstimate", better));
	}

	/**
	 * The cache was asked often enough to be full and never had what it was asked for.
	 */
	static Optional<Finding> neverHit(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		long enough = Math.max(MISSES,
				Math.min(Objects.requireNonNullElse(facts.capacity(), MOST_MISSES), MOST_MISSES));
		if (statistics.hits() + statistics.staleServed() > 0 || facts.misses() < enough) {
			return Optional.empty();
		}
		return Optional.of(facts.inCode(Rule.NEVER_HIT,
				"The cache was asked %d times and never had the answer: it costs memory and saves nothing."
					.formatted(facts.misses()),
				capacityTooSmall(facts).isPresent() ? "Give it more room first: what it evicts is asked for again."
						: "Look at the keys: they may hold something that differs at every call, such as the time or a visitor. "
								+ "If the same is really never asked for twice in time, remove @Cacheable and the cache.")
			.with("misses", facts.misses())
			.with("hits", statistics.hits())
			.with("sharedLoads", statistics.sharedLoads()));
	}

	/**
	 * Nearly all entries leave without having been read after the load that stored them,
	 * and those that stay do not make up for it.
	 */
	static Optional<Finding> readOnce(CacheFacts facts) {
		long left = facts.removed(UseRules::leftByItself);
		long neverRead = facts.removed((removal) -> leftByItself(removal) && removal.hits() == 0);
		double share = (double) neverRead / Math.max(1, left);
		double hitRatio = facts.hitRatio();
		// What leaves before it can be read again needs room.
		if (left < LEFT_BY_THEMSELVES || share < NEVER_READ || hitRatio >= HIT_RATIO
				|| capacityTooSmall(facts).isPresent()) {
			return Optional.empty();
		}
		return Optional.of(facts
			.inCode(Rule.READ_ONCE,
					"""
							Of the last %d entries that expired or were evicted, %d (%s) had never been read after they were \
							loaded, and only %s of all questions were answered from the cache."""
						.formatted(left, neverRead, percent(share), percent(hitRatio)),
					"""
							Look at the keys: they may be finer than the values need. If the same is really asked for again only \
							later, a longer ttl in %s keeps it until then; else remove @Cacheable."""
						.formatted(facts.policyLine()))
			.with("removals", left)
			.with("neverRead", neverRead)
			.with("shareNeverRead", rounded(share))
			.with("hitRatio", rounded(hitRatio)));
	}

	/**
	 * What a caller removed or replaced might have been read, had it been left.
	 */
	private static boolean leftByItself(Removal removal) {
		return removal.cause() == RemovalCause.EVICTED || removal.cause().isExpiry();
	}

	/**
	 * Values take so long to be loaded that, compared with that, they are hardly in the
	 * cache before their time is over.
	 */
	static Optional<Finding> loadsOutlastEntries(CacheFacts facts) {
		Duration ttl = facts.policy().ttl();
		long longest = (ttl != null) ? ttl.toMillis() : Long.MAX_VALUE;
		// Expired entries are met later than they expired.
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
							A load takes %s ms on average, and half of the last %d entries that expired were in the cache for \
							%d ms or less: a key that is always wanted is being loaded %s of the time."""
						.formatted(rounded(load), ages.length, median, percent(load / (load + median))),
					"Make %s in %s much longer than a load takes, or the load faster.".formatted(attribute,
							facts.policyLine()))
			.with("meanLoadMillis", rounded(load))
			.with("medianAgeMillis", median)
			.with("expired", ages.length)
			.with("loads", statistics.loads() - statistics.failedLoads()));
	}

	/**
	 * Callers load what others are just loading, because {@code @Cacheable} has no
	 * {@code sync}.
	 */
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
							%d of %d loads (%s) gave what another caller had loaded at the same time: about %s ms of loading, of \
							%s ms each, for nothing."""
						.formatted(duplicates, statistics.loads(), percent(share), Math.round(spared),
								rounded(statistics.meanLoadMillis())),
					"Add sync = true to @Cacheable: then one caller loads, and the others wait for it.")
			.with("duplicateLoads", duplicates)
			.with("loads", statistics.loads())
			.with("shareOfLoads", rounded(share))
			.with("meanLoadMillis", rounded(statistics.meanLoadMillis()))
			.with("sparedMillis", Math.round(spared)));
	}

	/**
	 * Callers remove keys that are never in the cache, and that nobody ever reads: those
	 * who remove probably make their keys differently than those who read.
	 */
	static Optional<Finding> removalsNeverMatch(CacheFacts facts) {
		CacheStatistics statistics = facts.statistics();
		Object present = facts.presentKey();
		Object unmatched = facts.unmatchedKey();
		if (present == null || unmatched == null || statistics.removalRequestsMatched() > 0
				|| facts.unmatchedReadLater() > 0) {
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
						Callers asked to remove %d keys and none of them was in the cache, so what changed may be served from \
						it until it expires. The last one was %s (%s); in the cache there is, for example, %s (%s)."""
					.formatted(statistics.removalRequests(), asked, unmatched.getClass().getSimpleName(), held,
							present.getClass().getSimpleName()),
				"Make the key of @CacheEvict exactly as that of @Cacheable: the same parts, of the same types, in the same order.")
			.with("removalRequests", statistics.removalRequests())
			.with("removalRequestsMatched", statistics.removalRequestsMatched())
			.with("unmatchedKey", asked)
			.with("presentKey", held)
			.with("unmatchedKeyType", unmatched.getClass().getName())
			.with("presentKeyType", present.getClass().getName()));
	}

	private static String percent(double share) {
		return Math.round(100 * share) + " %";
	}

	private static double rounded(double number) {
		return Math.round(number * 1_000) / 1_000.0;
	}

}
