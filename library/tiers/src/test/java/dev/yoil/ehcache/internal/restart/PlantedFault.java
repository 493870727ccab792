package dev.yoil.ehcache.internal.restart;

/** A fault that the check has to find. */
enum PlantedFault {

	NONE,

	/** The version is read after the data. */
	VERSION_AFTER_DATA,

	/** Names do not contain versions. */
	NO_VERSION,

	/** Ages count from the start of the process. */
	AGE_FROM_START,

	/** Damaged values are returned. */
	NO_CHECKSUM

}
