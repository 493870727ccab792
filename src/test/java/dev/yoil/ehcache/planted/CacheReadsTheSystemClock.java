package dev.yoil.ehcache.planted;

/** Planted to break a rule of the architecture. */
public class CacheReadsTheSystemClock {

	long now() {
		return System.currentTimeMillis();
	}

}
