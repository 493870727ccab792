package dev.yoil.ehcache.internal.inspect;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.EncodedName;

/**
 * The caches that can be inspected and changed.
 *
 * @param managers their managers; empty if caching is disabled
 * @param clock the clock of operations and samples
 */
public record InspectedCaches(List<EhCacheCacheManager> managers, Clock clock) {

	/**
	 * Creates the value with its own copy of the list.
	 */
	public InspectedCaches {
		managers = List.copyOf(managers);
	}

	/**
	 * {@return all caches, in the order of {@code ehcache.xml}}
	 */
	public Stream<EhCacheCache> all() {
		return this.managers.stream().flatMap((manager) -> manager.caches().stream());
	}

	/**
	 * Returns all caches by name, in the order of {@code ehcache.xml}. If several
	 * managers have a cache of one name, the second gets {@code @2} appended.
	 */
	public Map<String, EhCacheCache> byName() {
		Map<String, EhCacheCache> named = new LinkedHashMap<>();
		all().forEach((cache) -> {
			String name = cache.getName();
			for (int number = 2; named.putIfAbsent(name, cache) != null; number++) {
				name = cache.getName() + "@" + number;
			}
		});
		return named;
	}

	/**
	 * {@return the cache with a name of {@link #byName()}; empty if there is none}
	 * @param segment the name in the path of a URL, see {@link EncodedName}
	 */
	public Optional<EhCacheCache> find(String segment) {
		return Optional.ofNullable(byName().get(EncodedName.decode(segment)));
	}

}
