package dev.yoil.ehcache.spi;

import java.util.function.LongUnaryOperator;

/**
 * A factory for listeners, one of each cache. A cache manager finds the factories with
 * {@link java.util.ServiceLoader}, so a module on the class path listens to all caches.
 */
@FunctionalInterface
public interface CacheListenerFactory {

	/**
	 * Creates the listener of one cache, before the cache is used.
	 * @param cache the name of the cache
	 * @param toWall converts a moment of the cache's clock to milliseconds since the
	 * epoch by the wall clock, as it is set at the time of the call
	 */
	CacheListener create(String cache, LongUnaryOperator toWall);

}
