/**
 * The interfaces through which the core of the caches uses optional parts. Each has a
 * null object, so that a cache without the part pays nothing.
 */
@NullMarked
package dev.yoil.ehcache.spi;

import org.jspecify.annotations.NullMarked;
