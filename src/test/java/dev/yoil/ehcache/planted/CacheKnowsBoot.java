package dev.yoil.ehcache.planted;

import org.springframework.boot.SpringApplication;

/** Planted fault. */
public record CacheKnowsBoot(SpringApplication boot) {
}
