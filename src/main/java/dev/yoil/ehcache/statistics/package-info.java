/**
 * What there is to tell of a cache: counts, what left it and why, and whether it is
 * bypassed.
 */
@NullMarked
package dev.yoil.ehcache.statistics;

import org.jspecify.annotations.NullMarked;
