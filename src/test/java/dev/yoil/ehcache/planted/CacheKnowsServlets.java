package dev.yoil.ehcache.planted;

import jakarta.servlet.ServletRequest;

/** Planted to break a rule of the architecture. */
public record CacheKnowsServlets(ServletRequest request) {
}
