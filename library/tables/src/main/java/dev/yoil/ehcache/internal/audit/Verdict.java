package dev.yoil.ehcache.internal.audit;

/** The result of the check of a sampled hit. */
public enum Verdict {

	/** A load after the hit returned an equal value. */
	CONSISTENT,

	/** The load returned another value, but only for a while or because of a write. */
	CHANGED_MEANWHILE,

	/** The entry left before another value was confirmed, or the check failed. */
	UNRESOLVED,

	/** Three loads, one after another, returned different values. */
	UNSTABLE_LOADER,

	/** Three loads returned the same value, and the cache still has another one. */
	MISMATCH

}
