package dev.yoil.ehcache.ledger;

/**
 * Why an entry is no longer in its cache.
 */
public enum Departure {

	/**
	 * The cache was full.
	 */
	EVICTED,

	/**
	 * Its time was over.
	 */
	EXPIRED,

	/**
	 * A caller took it out, alone or with all others.
	 */
	REMOVED,

	/**
	 * A newer value took its place.
	 */
	REPLACED

}
