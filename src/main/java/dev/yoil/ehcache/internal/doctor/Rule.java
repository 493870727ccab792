package dev.yoil.ehcache.internal.doctor;

import java.util.Optional;

/**
 * What can be wrong with a cache. docs/inspection.md says of each what is seen, what it
 * means, what to change, and when it is harmless.
 */
public enum Rule {

	/** What had to leave was asked for again. */
	CAPACITY_TOO_SMALL,

	/** Something else always ends an entry before its time to idle does. */
	TTI_NEVER_ACTS,

	/** The cache was asked a lot and never had an answer. */
	NEVER_HIT,

	/** No entry gets as old as it has to be to be refreshed. */
	REFRESH_NEVER_ACTS,

	/** Nearly everything leaves without having been read a second time. */
	READ_ONCE,

	/** Loading takes longer than what was loaded is good for. */
	LOADS_OUTLAST_ENTRIES,

	/** Many load the same at the same time, each of them for itself. */
	LOADS_NOT_SHARED,

	/** Callers remove keys that are never there and that nobody reads. */
	REMOVALS_NEVER_MATCH,

	/** Changes on other instances are found by looking only. */
	CHANGES_NOT_HEARD,

	/** The tier that instances share does not answer. */
	TIER_AWAY,

	/** Some keys or values cannot be shared with other instances. */
	NOT_SHARED,

	/** A write of one key empties the cache on the other instances. */
	KEYS_NOT_TOLD_APART;

	/**
	 * Holds a cache against the rule.
	 * @return the finding; empty if there is nothing wrong
	 */
	Optional<Finding> check(CacheFacts facts) {
		return switch (this) {
			case CAPACITY_TOO_SMALL -> UseRules.capacityTooSmall(facts);
			case TTI_NEVER_ACTS -> PolicyRules.ttiNeverActs(facts);
			case NEVER_HIT -> UseRules.neverHit(facts);
			case REFRESH_NEVER_ACTS -> PolicyRules.refreshNeverActs(facts);
			case READ_ONCE -> UseRules.readOnce(facts);
			case LOADS_OUTLAST_ENTRIES -> UseRules.loadsOutlastEntries(facts);
			case LOADS_NOT_SHARED -> UseRules.loadsNotShared(facts);
			case REMOVALS_NEVER_MATCH -> UseRules.removalsNeverMatch(facts);
			case CHANGES_NOT_HEARD -> SharingRules.changesNotHeard(facts);
			case TIER_AWAY -> SharingRules.tierAway(facts);
			case NOT_SHARED -> SharingRules.notShared(facts);
			case KEYS_NOT_TOLD_APART -> SharingRules.keysNotToldApart(facts);
		};
	}

}
