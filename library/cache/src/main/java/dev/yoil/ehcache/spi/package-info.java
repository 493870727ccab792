/**
 * The interfaces through which the core of the caches uses optional parts. Each has a
 * null object, so the core never tests whether a part is there.
 */
@NullMarked
package dev.yoil.ehcache.spi;

import org.jspecify.annotations.NullMarked;
