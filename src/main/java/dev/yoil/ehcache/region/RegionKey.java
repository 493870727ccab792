package dev.yoil.ehcache.region;

import java.util.Set;

/**
 * A key that knows what its value is made of. Where a key does not say, its cache may, by
 * the attribute {@code region} of its policy.
 */
public interface RegionKey {

	/**
	 * {@return the names of the regions whose changes make the value wrong, one at least,
	 * the same on every instance}
	 */
	Set<String> regions();

}
