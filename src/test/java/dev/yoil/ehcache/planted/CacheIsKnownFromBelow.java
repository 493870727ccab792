package dev.yoil.ehcache.planted;

/** Planted to break a rule of the architecture: it knows what knows it. */
public record CacheIsKnownFromBelow(CacheIsKnownFromBelowToo above) {
}
