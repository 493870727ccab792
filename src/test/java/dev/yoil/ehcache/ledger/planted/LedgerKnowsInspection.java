package dev.yoil.ehcache.ledger.planted;

import dev.yoil.ehcache.inspect.CacheInspector;

/** Planted to break a rule of the architecture. */
public record LedgerKnowsInspection(CacheInspector inspector) {
}
