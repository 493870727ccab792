package dev.yoil.lab.result;

/**
 * Counters of the service for one load. Times are in milliseconds, and NaN without uses.
 *
 * @param requests answered on the port of the load
 * @param poolUses uses of database connections
 * @param poolAcquire mean time to get a connection
 * @param poolUsage mean time in use of a connection
 * @param poolPendingMax the most threads seen waiting for a connection
 * @param listenDrops connections that the kernel dropped, of the whole machine
 * @param cacheLoads loads of all caches, failed ones included
 * @param tierHits values found in a local or shared tier, each of which saves a load
 */
public record Counted(long requests, long poolUses, double poolAcquire, double poolUsage, long poolPendingMax,
		long listenDrops, long cacheLoads, long tierHits) {
}
