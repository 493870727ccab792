package dev.yoil.ehcache.planted;

/** Planted fault. */
public class CacheReadsTheSystemClock {

	long now() {
		return System.currentTimeMillis();
	}

}
