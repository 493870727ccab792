package dev.yoil.representation.planted;

import dev.yoil.ehcache.EhCacheCache;

/** Planted to break a rule of the architecture. */
public record RepresentationKnowsCaches(EhCacheCache cache) {
}
