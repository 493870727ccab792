package dev.yoil.ehcache.index;

import dev.yoil.ehcache.policy.ExpiryCause;

/**
 * Why an entry is no longer in its cache.
 */
public enum RemovalCause {

	/**
	 * Its time to live was over.
	 */
	EXPIRED_TTL,

	/**
	 * Nobody asked for it for too long.
	 */
	EXPIRED_TTI,

	/**
	 * Its calendar moment came.
	 */
	UNTIL,

	/**
	 * The cache was full.
	 */
	EVICTED,

	/**
	 * A caller took it out.
	 */
	REMOVED,

	/**
	 * A caller emptied the cache.
	 */
	CLEARED,

	/**
	 * The cache was put to sleep.
	 */
	BYPASSED,

	/**
	 * A newer value took its place.
	 */
	REPLACED;

	static RemovalCause of(ExpiryCause cause) {
		return switch (cause) {
			case TTL -> EXPIRED_TTL;
			case TTI -> EXPIRED_TTI;
			case UNTIL -> UNTIL;
		};
	}

}
