package dev.yoil.webtoon.planted;

import org.springframework.cache.CacheManager;

/** Planted to break a rule of the architecture. */
public record SiteKnowsCacheTypes(CacheManager manager) {
}
