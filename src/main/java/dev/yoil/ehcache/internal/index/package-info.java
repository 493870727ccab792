/**
 * What each entry of a cache is and what became of it, kept exactly and readable without
 * touching the cache: {@link dev.yoil.ehcache.internal.index.EntryIndex}.
 */
@NullMarked
package dev.yoil.ehcache.internal.index;

import org.jspecify.annotations.NullMarked;
