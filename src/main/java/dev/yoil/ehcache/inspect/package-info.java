/**
 * Rendering of cached values in the inspection.
 */
@NullMarked
package dev.yoil.ehcache.inspect;

import org.jspecify.annotations.NullMarked;
