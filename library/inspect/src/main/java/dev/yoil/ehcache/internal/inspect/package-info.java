/**
 * Inspection of caches that leaves no trace
 * ({@link dev.yoil.ehcache.internal.inspect.CacheInspector}), separate from changes by
 * operators ({@link dev.yoil.ehcache.internal.inspect.CacheOperator}).
 */
@NullMarked
package dev.yoil.ehcache.internal.inspect;

import org.jspecify.annotations.NullMarked;
