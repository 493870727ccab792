package dev.yoil.ehcache.planted;

import dev.yoil.webtoon.YoilApplication;

/** Planted fault. */
public record CacheKnowsTheSite(YoilApplication site) {
}
