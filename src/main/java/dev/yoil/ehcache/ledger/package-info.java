/**
 * What each entry of a cache is and what became of it, kept exactly and readable without
 * touching the cache: {@link dev.yoil.ehcache.ledger.Ledger}.
 */
@NullMarked
package dev.yoil.ehcache.ledger;

import org.jspecify.annotations.NullMarked;
