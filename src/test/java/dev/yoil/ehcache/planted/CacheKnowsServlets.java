package dev.yoil.ehcache.planted;

import jakarta.servlet.ServletRequest;

/** Planted fault. */
public record CacheKnowsServlets(ServletRequest request) {
}
