package dev.yoil.ehcache.inspect;

import java.util.List;

import dev.yoil.ehcache.statistics.Removal;

/**
 * The events of one cache that the inspection records.
 * {@link dev.yoil.ehcache.EhCacheCache#unwrap} returns it. Thread-safe; reading it has no
 * effect on the cache.
 */
public interface RecordedEvents {

	/**
	 * {@return the latest removals, newest first, at most 1,000}
	 */
	List<Removal> removals();

	/**
	 * {@return the misses so far of evicted keys whose values would still be fresh}
	 */
	long missesAfterEviction();

}
