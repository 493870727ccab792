package dev.yoil.ehcache.spi;

/**
 * A factory for listeners, one of each cache. A cache manager finds the factories with
 * {@link java.util.ServiceLoader}, so a module on the class path listens to all caches.
 */
@FunctionalInterface
public interface CacheListenerFactory {

	/**
	 * Creates the listener of one cache, before the cache is used.
	 * @param cache the name of the cache
	 * @param time the time of the cache
	 */
	CacheListener create(String cache, Time time);

	/**
	 * The time by which the entries of a cache age. Moments are milliseconds since the
	 * epoch. Setting the wall clock does not change them. Thread-safe.
	 */
	interface Time {

		/**
		 * {@return the present moment}
		 */
		long now();

		/** Converts a moment to the wall clock, as it is set at the time of the call. */
		long toWall(long moment);

	}

}
