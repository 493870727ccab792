/**
 * Regions, and how an instance learns of changes by other instances.
 */
@NullMarked
package dev.yoil.ehcache.region;

import org.jspecify.annotations.NullMarked;
