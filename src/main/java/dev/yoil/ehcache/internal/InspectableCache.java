package dev.yoil.ehcache.internal;

import org.springframework.cache.support.AbstractValueAdaptingCache;

/**
 * A cache that shows its innards to the library's own packages, by
 * {@link CacheInternals#of}, and to nobody else.
 */
public abstract class InspectableCache extends AbstractValueAdaptingCache {

	/**
	 * Creates a cache whose values may be {@code null}.
	 */
	protected InspectableCache() {
		super(true);
	}

	/**
	 * {@return its innards, the same each time}
	 */
	protected abstract CacheInternals internals();

}
