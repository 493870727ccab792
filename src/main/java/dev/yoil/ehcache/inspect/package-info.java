/**
 * Looking into caches without leaving a trace:
 * {@link dev.yoil.ehcache.inspect.CacheInspector} and the snapshots it takes; and, apart
 * from it, changing them by hand.
 */
@NullMarked
package dev.yoil.ehcache.inspect;

import org.jspecify.annotations.NullMarked;
