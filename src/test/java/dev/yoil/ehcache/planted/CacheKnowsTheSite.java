package dev.yoil.ehcache.planted;

import dev.yoil.webtoon.YoilApplication;

/** Planted to break a rule of the architecture. */
public record CacheKnowsTheSite(YoilApplication site) {
}
