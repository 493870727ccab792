/**
 * Regions: what changes as one, and how an instance hears of changes made elsewhere.
 */
@NullMarked
package dev.yoil.ehcache.region;

import org.jspecify.annotations.NullMarked;
