package dev.yoil.webtoon.planted;

import dev.yoil.ehcache.EhCacheCache;
import org.ehcache.Cache;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;

/** Planted to break several rules of the architecture. */
public record SiteBreaksTheRules(Cache<Object, Object> ehcache, EhCacheCache ours, CacheManager spring) {

	@Cacheable("cache")
	String load() {
		return "value";
	}

}
