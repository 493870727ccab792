package dev.yoil.ehcache.internal.index.planted;

import dev.yoil.ehcache.EhCacheCache;

/** Planted fault. */
public record IndexKnowsCache(EhCacheCache cache) {
}
