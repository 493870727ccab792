package dev.yoil.ehcache.inspect;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;

/**
 * The caches that can be looked into and operated on.
 *
 * @param managers who has them; none when caching is switched off
 */
public record InspectedCaches(List<EhCacheCacheManager> managers) {

	/**
	 * Creates the value with its own copy of the list.
	 */
	public InspectedCaches {
		managers = List.copyOf(managers);
	}

	/**
	 * Returns all caches.
	 * @return the caches in the order of {@code ehcache.xml}
	 */
	public Stream<EhCacheCache> all() {
		return this.managers.stream().flatMap((manager) -> manager.caches().stream());
	}

	/**
	 * Finds a cache.
	 * @param name its name
	 * @return the cache; empty if there is none of that name
	 */
	public Optional<EhCacheCache> find(String name) {
		return all().filter((cache) -> cache.getName().equals(name)).findFirst();
	}

	/**
	 * Returns the names of all caches.
	 * @return the names in the order of {@code ehcache.xml}
	 */
	public List<String> names() {
		return all().map(EhCacheCache::getName).toList();
	}

}
