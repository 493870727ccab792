/**
 * Spring's cache abstraction over native Ehcache 3:
 * {@link dev.yoil.ehcache.EhCacheCacheManager} and the
 * {@link dev.yoil.ehcache.EhCacheCache caches} it builds from {@code ehcache.xml}.
 */
@NullMarked
package dev.yoil.ehcache;

import org.jspecify.annotations.NullMarked;
