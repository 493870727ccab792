/**
 * The tiers behind the heap: off-heap, disk and shared. They keep values as bytes, under
 * names that identify the state of the database that they were read from.
 */
@NullMarked
package dev.yoil.ehcache.internal.tier;

import org.jspecify.annotations.NullMarked;
