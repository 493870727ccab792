package dev.yoil.ehcache.statistics;

import dev.yoil.ehcache.policy.ExpiryCause;

/**
 * Why an entry is no longer in its cache.
 */
public enum RemovalCause {

	/** Its time to live was over. */
	EXPIRED_TTL,

	/** Nobody asked for it for too long. */
	EXPIRED_TTI,

	/** Its calendar moment came. */
	UNTIL,

	/** The cache was full. */
	EVICTED,

	/** A caller or an operator removed it. */
	REMOVED,

	/** A caller or an operator emptied the cache. */
	CLEARED,

	/** An operator had the cache bypassed. */
	BYPASSED,

	/** A newer value took its place. */
	REPLACED;

	/**
	 * {@return whether the entry left because its time was over}
	 */
	public boolean isExpiry() {
		return this == EXPIRED_TTL || this == EXPIRED_TTI || this == UNTIL;
	}

	/**
	 * {@return the cause of a removal by what ended the entry's life}
	 */
	public static RemovalCause of(ExpiryCause cause) {
		return switch (cause) {
			case TTL -> EXPIRED_TTL;
			case TTI -> EXPIRED_TTI;
			case UNTIL -> UNTIL;
		};
	}

}
