package dev.yoil.ehcache.policy;

/**
 * The part of a {@link CachePolicy} that makes an entry expire.
 */
public enum ExpiryCause {

	/** Time to live, since the value was stored. */
	TTL,

	/** Time to idle, since the last access. */
	TTI,

	/** A calendar moment. */
	UNTIL,

	/** The limit of this value, by a {@link ValueExpiry}. */
	VALUE

}
