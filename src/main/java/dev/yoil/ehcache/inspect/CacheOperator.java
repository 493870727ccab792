package dev.yoil.ehcache.inspect;

import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;

/**
 * Changes what is in caches, at once and whether a transaction is open or not. Apart from
 * {@link CacheInspector}, so that who may look need not be who may change. Thread-safe.
 */
public final class CacheOperator {

	private final List<EhCacheCacheManager> managers;

	/**
	 * Creates an operator.
	 * @param managers whose caches to change; none when caching is switched off
	 */
	public CacheOperator(List<EhCacheCacheManager> managers) {
		this.managers = List.copyOf(managers);
	}

	/**
	 * Empties one cache. What is being loaded meanwhile is not stored.
	 * @param name its name
	 * @return whether there is a cache of that name
	 */
	public boolean clear(String name) {
		List<EhCacheCache> named = this.managers.stream()
			.flatMap((manager) -> manager.caches().stream())
			.filter((cache) -> cache.getName().equals(name))
			.toList();
		named.forEach(EhCacheCache::clear);
		return !named.isEmpty();
	}

}
