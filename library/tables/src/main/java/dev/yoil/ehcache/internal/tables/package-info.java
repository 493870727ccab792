/**
 * The tables that cached values were read from, the code that writes these tables, and
 * the writes that evict nothing.
 */
@NullMarked
package dev.yoil.ehcache.internal.tables;

import org.jspecify.annotations.NullMarked;
