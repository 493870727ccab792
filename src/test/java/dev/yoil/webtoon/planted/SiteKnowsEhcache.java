package dev.yoil.webtoon.planted;

import org.ehcache.Cache;

/** Planted to break a rule of the architecture. */
public record SiteKnowsEhcache(Cache<Object, Object> cache) {
}
