package dev.yoil.ehcache.internal.doctor;

import java.util.Arrays;
import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;

/**
 * Holds caches against all {@linkplain Rule rules}. It only reads what their entry
 * indexes counted and remember, so looking leaves no trace and may be repeated as often
 * as one likes. Thread-safe.
 */
public final class CacheDoctor {

	private final InspectedCaches caches;

	CacheDoctor(InspectedCaches caches) {
		this.caches = caches;
	}

	/**
	 * {@return what is wrong with all caches, in the order of {@code ehcache.xml}}
	 */
	public List<Finding> all() {
		return this.caches.all().flatMap((cache) -> one(cache).stream()).toList();
	}

	/**
	 * {@return what is wrong with a cache}
	 */
	public List<Finding> one(EhCacheCache cache) {
		CacheFacts facts = CacheFacts.of(cache, this.caches.clock().millis());
		String name = this.caches.name(cache);
		return Arrays.stream(Rule.values())
			.flatMap((rule) -> rule.check(facts).stream())
			.map((finding) -> finding.in(name))
			.toList();
	}

}
