/**
 * The entry index: exact bookkeeping of each entry and removal, readable without touching
 * the cache ({@link dev.yoil.ehcache.internal.index.EntryIndex}).
 */
@NullMarked
package dev.yoil.ehcache.internal.index;

import org.jspecify.annotations.NullMarked;
