package dev.yoil.ehcache.internal.finding;

/**
 * The problems that {@link CacheFindings} finds. docs/library/inspection.md explains
 * each: the symptom, its meaning, the fix, and when it is harmless.
 */
public enum Rule {

	/** Code changes a table and evicts nothing from a cache that reads it. */
	CHANGED_WITHOUT_EVICTION,

	/** Loaders return other values than the cached ones. */
	VALUES_OUT_OF_DATE,

	/** A loader returns another value each time, so the audit of its cache has ended. */
	LOADS_NOT_REPEATABLE,

	/** Evicted entries were requested again. */
	CAPACITY_TOO_SMALL,

	/** Entries always expire otherwise before their time to idle. */
	TTI_NEVER_ACTS,

	/** The cache had many lookups and no hit. */
	NEVER_HIT,

	/** No entry reaches the age for a refresh. */
	REFRESH_NEVER_ACTS,

	/** Nearly all entries leave without a hit. */
	READ_ONCE,

	/** A load takes nearly as long as its value lives. */
	LOADS_OUTLAST_ENTRIES,

	/** Callers load the same value at the same time. */
	LOADS_NOT_SHARED,

	/** Callers remove keys that are never in the cache. */
	REMOVALS_NEVER_MATCH,

	/** Changes on other instances are found by polling only. */
	CHANGES_NOT_HEARD,

	/** The shared tier does not respond. */
	TIER_AWAY,

	/** Changes are not purged from a cache in front of the application. */
	EDGE_PURGE_FAILING,

	/** Keys or values could not be shared with other instances. */
	NOT_SHARED,

	/** A write of one key empties the cache on other instances. */
	KEYS_NOT_TOLD_APART,

	/** No load finds its value in a local tier. */
	TIER_NEVER_HIT,

	/** The heap never is full, so its off-heap tier is of no use. */
	HEAP_HOLDS_ALL,

	/** A lookup in a local tier takes longer than a load. */
	TIER_SLOW,

	/** A local tier stores nothing because a write failed. */
	TIER_FAILING,

	/** Callers changed values that were in the cache. */
	VALUES_MUTATED,

	/** Values exceed a limit of a heap that is counted in bytes. */
	VALUES_TOO_LARGE,

	/** A much smaller cache would have nearly as many hits. */
	CAPACITY_TOO_LARGE,

	/** Entries expire although callers evict changed values. */
	TTL_TOO_SHORT

}
