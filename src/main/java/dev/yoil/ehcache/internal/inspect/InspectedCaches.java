package dev.yoil.ehcache.internal.inspect;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;

/**
 * The caches that can be looked into and operated on.
 *
 * @param managers who has them; none when caching is switched off
 * @param clock tells the time of what operators do, and of samples
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
	 * {@return all caches by name, in the order of {@code ehcache.xml}; the second of a
	 * name, which only another manager can have, has {@code @2} behind it}
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
	 * {@return the name that {@link #byName} has for a cache}
	 */
	public String name(EhCacheCache cache) {
		return byName().entrySet()
			.stream()
			.filter((named) -> named.getValue() == cache)
			.findFirst()
			.map(Map.Entry::getKey)
			.orElseGet(cache::getName);
	}

	/**
	 * {@return the cache of a name; empty if there is none}
	 */
	public Optional<EhCacheCache> find(String name) {
		Optional<EhCacheCache> first = all().filter((cache) -> cache.getName().equals(name)).findFirst();
		return (first.isPresent() || this.managers.size() < 2) ? first : Optional.ofNullable(byName().get(name));
	}

	/**
	 * {@return the names of all caches, in the order of {@code ehcache.xml}}
	 */
	public List<String> names() {
		return List.copyOf(byName().keySet());
	}

}
