package dev.yoil.ehcache.planted;

import org.springframework.transaction.support.TransactionSynchronization;

/** Planted fault. */
public record CacheKnowsTransactions(TransactionSynchronization synchronization) {
}
