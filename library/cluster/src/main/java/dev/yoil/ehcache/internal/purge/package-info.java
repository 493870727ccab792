/**
 * Purges of copies that caches in front of the application keep.
 */
@NullMarked
package dev.yoil.ehcache.internal.purge;

import org.jspecify.annotations.NullMarked;
