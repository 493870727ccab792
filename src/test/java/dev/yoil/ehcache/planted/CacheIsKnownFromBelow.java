package dev.yoil.ehcache.planted;

/** Planted fault: a cycle of two classes. */
public record CacheIsKnownFromBelow(CacheIsKnownFromBelowToo above) {
}
