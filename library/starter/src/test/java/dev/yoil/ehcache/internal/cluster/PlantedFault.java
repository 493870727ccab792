package dev.yoil.ehcache.internal.cluster;

/**
 * Faults that the check must find.
 */
enum PlantedFault {

	/** No fault. */
	NONE,

	/** The lease never ends. */
	NO_LEASE,

	/**
	 * A change has the position of the transaction before it, so that a read between the
	 * two commits misses it. As with a sequence, positions differ from the commits.
	 */
	SEQUENCE,

	/** A version is applied before older entries are removed. */
	APPLIED_BEFORE_REMOVED,

	/** The keys on the writer's node are announced instead of the region. */
	KEYS,

	/** Names in the shared tier contain the version at the time of the put. */
	LATE_PUT

}
