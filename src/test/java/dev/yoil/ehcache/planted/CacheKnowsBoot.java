package dev.yoil.ehcache.planted;

import org.springframework.boot.SpringApplication;

/** Planted to break a rule of the architecture. */
public record CacheKnowsBoot(SpringApplication boot) {
}
