package dev.yoil.ehcache.internal.index.planted;

import dev.yoil.ehcache.internal.inspect.CacheInspector;

/** Planted fault. */
public record IndexKnowsInspection(CacheInspector inspector) {
}
