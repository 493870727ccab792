package dev.yoil.ehcache.statistics;

import dev.yoil.ehcache.policy.ExpiryCause;

/**
 * The reason why an entry left its cache.
 */
public enum RemovalCause {

	/** Its time to live was over. */
	EXPIRED_TTL,

	/** Its time to idle was over. */
	EXPIRED_TTI,

	/** Its calendar moment came. */
	UNTIL,

	/** The limit of its value was over. */
	EXPIRED_VALUE,

	/** The cache was full. */
	EVICTED,

	/** A caller or an operator removed it. */
	REMOVED,

	/** A caller or an operator cleared the cache. */
	CLEARED,

	/** An operator bypassed the cache. */
	BYPASSED,

	/** A newer value replaced it. */
	REPLACED,

	/** A load found that its value no longer exists. */
	GONE;

	/**
	 * {@return whether the entry expired}
	 */
	public boolean isExpiry() {
		return this == EXPIRED_TTL || this == EXPIRED_TTI || this == UNTIL || this == EXPIRED_VALUE;
	}

	/**
	 * {@return the cause of a removal by expiry}
	 */
	public static RemovalCause of(ExpiryCause cause) {
		return switch (cause) {
			case TTL -> EXPIRED_TTL;
			case TTI -> EXPIRED_TTI;
			case UNTIL -> UNTIL;
			case VALUE -> EXPIRED_VALUE;
		};
	}

}
