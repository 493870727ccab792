package dev.yoil.ehcache.doctor;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.inspect.InspectedCaches;

/**
 * Holds caches against all {@linkplain Rule rules}. It only reads what their entry
 * indexes counted and remember, so looking leaves no trace and may be repeated as often
 * as one likes. Thread-safe.
 */
public final class CacheDoctor {

	private final InspectedCaches caches;

	private final Clock clock;

	/**
	 * Creates a doctor.
	 * @param caches the caches to look at
	 * @param clock tells the time: the managers' own
	 */
	public CacheDoctor(InspectedCaches caches, Clock clock) {
		this.caches = caches;
		this.clock = clock;
	}

	/**
	 * Returns the names of all caches.
	 * @return the names in the order of {@code ehcache.xml}
	 */
	public List<String> names() {
		return this.caches.names();
	}

	/**
	 * Looks at all caches.
	 * @return what is wrong with them, in the order of {@code ehcache.xml}; empty if
	 * nothing is
	 */
	public List<Finding> all() {
		return this.caches.all().flatMap(this::findings).toList();
	}

	/**
	 * Looks at one cache.
	 * @param name its name
	 * @return what is wrong with it; empty if there is no cache of that name
	 */
	public Optional<List<Finding>> one(String name) {
		return this.caches.find(name).map((cache) -> findings(cache).toList());
	}

	private Stream<Finding> findings(EhCacheCache cache) {
		CacheFacts facts = CacheFacts.of(cache, this.clock.millis());
		return Arrays.stream(Rule.values()).flatMap((rule) -> rule.check(facts).stream());
	}

}
