package dev.yoil.ehcache.region;

import java.util.Set;

/**
 * A cache key that names the regions of its value. For other keys, the cache's policy can
 * name a region.
 */
public interface RegionKey {

	/**
	 * {@return the names of the regions whose changes outdate the value: at least one,
	 * each of 1 to 200 characters, the same on every instance}
	 */
	Set<String> regions();

}
