package dev.yoil.ehcache.planted;

/** Planted fault: a cycle of two classes. */
public record CacheIsKnownFromBelowToo(CacheIsKnownFromBelow below) {
}
