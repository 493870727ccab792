package dev.yoil.ehcache.doctor;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;

/**
 * Looks for what is wrong with caches. It only reads what their entry indexes counted and
 * remember, so looking leaves no trace and may be repeated as often as one likes.
 * Thread-safe.
 */
public final class CacheDoctor {

	private final List<EhCacheCacheManager> managers;

	private final Clock clock;

	/**
	 * Creates a doctor.
	 * @param managers whose caches to look at; none when caching is switched off
	 * @param clock tells the time: the managers' own
	 */
	public CacheDoctor(List<EhCacheCacheManager> managers, Clock clock) {
		this.managers = List.copyOf(managers);
		this.clock = clock;
	}

	/**
	 * Returns the names of all caches.
	 * @return the names in the order of {@code ehcache.xml}
	 */
	public List<String> names() {
		return caches().map(EhCacheCache::getName).toList();
	}

	/**
	 * Looks at all caches.
	 * @return what is wrong with them, in the order of {@code ehcache.xml}; empty if
	 * nothing is
	 */
	public List<Finding> all() {
		return caches().flatMap(this::findings).toList();
	}

	/**
	 * Looks at one cache.
	 * @param name its name
	 * @return what is wrong with it; empty if there is no cache of that name
	 */
	public Optional<List<Finding>> one(String name) {
		return caches().filter((cache) -> cache.getName().equals(name))
			.findFirst()
			.map((cache) -> findings(cache).toList());
	}

	private Stream<EhCacheCache> caches() {
		return this.managers.stream().flatMap((manager) -> manager.caches().stream());
	}

	private Stream<Finding> findings(EhCacheCache cache) {
		Evidence evidence = Evidence.of(cache, this.clock.millis());
		return Arrays.stream(Illness.values())
			.flatMap((illness) -> illness.diagnose(evidence)
				.map((diagnosis) -> Finding.of(cache.getName(), illness, diagnosis, evidence))
				.stream());
	}

}
