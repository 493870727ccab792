/**
 * Predicts a cache with another capacity or TTL from its own lookups
 * ({@link dev.yoil.ehcache.internal.whatif.CacheSimulation}).
 */
@NullMarked
package dev.yoil.ehcache.internal.whatif;

import org.jspecify.annotations.NullMarked;
