/**
 * Looking into caches without leaving a trace:
 * {@link dev.yoil.ehcache.internal.inspect.CacheInspector} and the snapshots it takes;
 * and, apart from it, operating on them:
 * {@link dev.yoil.ehcache.internal.inspect.CacheOperator}.
 */
@NullMarked
package dev.yoil.ehcache.internal.inspect;

import org.jspecify.annotations.NullMarked;
