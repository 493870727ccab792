package dev.yoil.ehcache.boot;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings under {@code yoil.ehcache}. Caches themselves are only ever configured in the
 * file that these name.
 *
 * @param config where the cache configuration file is: a path, or a location with a
 * prefix such as {@code classpath:}; {@code null} for {@code ehcache.xml} in the working
 * directory, or else in the class path
 */
@ConfigurationProperties("yoil.ehcache")
public record EhCacheProperties(@Nullable String config) {
}
