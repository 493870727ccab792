package dev.yoil.webtoon.planted;

import dev.yoil.ehcache.EhCacheCache;

/** Planted to break a rule of the architecture. */
public record SiteKnowsOurCache(EhCacheCache cache) {
}
