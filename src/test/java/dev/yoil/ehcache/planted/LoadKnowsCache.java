package dev.yoil.ehcache.planted;

import dev.yoil.ehcache.EhCacheCache;

/** Planted fault. */
public record LoadKnowsCache(EhCacheCache cache) {
}
