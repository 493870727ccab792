/**
 * The second tier behind the heap: values as bytes, under keys that name the state of the
 * database that they were read from.
 */
@NullMarked
package dev.yoil.ehcache.internal.tier;

import org.jspecify.annotations.NullMarked;
