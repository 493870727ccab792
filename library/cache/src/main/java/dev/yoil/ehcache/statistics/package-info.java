/**
 * Counts of a cache, its removals, and its bypass.
 */
@NullMarked
package dev.yoil.ehcache.statistics;

import org.jspecify.annotations.NullMarked;
