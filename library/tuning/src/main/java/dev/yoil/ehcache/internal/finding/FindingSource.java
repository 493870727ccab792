package dev.yoil.ehcache.internal.finding;

import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;

/** A source of findings that another module contributes. Thread-safe. */
@FunctionalInterface
public interface FindingSource {

	/**
	 * Returns the findings about a cache.
	 * @param name the name of the cache
	 */
	Stream<Finding> check(String name, EhCacheCache cache);

}
