package dev.yoil.ehcache.policy;

/**
 * The part of a {@link CachePolicy} that ends an entry's life.
 */
public enum ExpiryCause {

	/** Time to live: the time since the value was stored. */
	TTL,

	/** Time to idle: the time since the value was last asked for. */
	TTI,

	/** A moment of the calendar. */
	UNTIL

}
