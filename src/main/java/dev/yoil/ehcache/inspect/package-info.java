/**
 * Looking into caches without leaving a trace:
 * {@link dev.yoil.ehcache.inspect.CacheInspector} and the snapshots it takes; and, apart
 * from it, operating on them: {@link dev.yoil.ehcache.inspect.CacheOperator}.
 */
@NullMarked
package dev.yoil.ehcache.inspect;

import org.jspecify.annotations.NullMarked;
