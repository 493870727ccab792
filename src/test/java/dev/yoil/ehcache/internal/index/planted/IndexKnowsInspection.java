package dev.yoil.ehcache.internal.index.planted;

import dev.yoil.ehcache.internal.inspect.CacheInspector;

/** Planted to break a rule of the architecture. */
public record IndexKnowsInspection(CacheInspector inspector) {
}
