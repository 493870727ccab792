package dev.yoil.ehcache.index.planted;

import dev.yoil.ehcache.inspect.CacheInspector;

/** Planted to break a rule of the architecture. */
public record IndexKnowsInspection(CacheInspector inspector) {
}
