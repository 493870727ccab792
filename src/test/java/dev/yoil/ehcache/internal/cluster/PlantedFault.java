package dev.yoil.ehcache.internal.cluster;

/**
 * What the check has to find.
 */
enum PlantedFault {

	/** Nothing. */
	NONE,

	/** Entries are served however long nothing was heard. */
	NO_LEASE,

	/** Versions are numbered by a sequence, which is not in the order of the commits. */
	SEQUENCE,

	/** Versions are known before what is of an older one is forgotten. */
	KNOWN_BEFORE_FORGOTTEN,

	/** Others are told which keys the writer's node has, not what has changed. */
	KEYS,

	/** What is put into the second tier is named after the version of then. */
	LATE_PUT

}
