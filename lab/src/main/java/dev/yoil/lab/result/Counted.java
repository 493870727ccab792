package dev.yoil.lab.result;

/**
 * What the service itself counted during a load.
 *
 * @param requests that it answered on the port of the load
 * @param poolUses how often a connection to the database was used
 * @param poolAcquire mean time to get one, in milliseconds; NaN if none was used
 * @param poolUsage mean time for which one was in use, in milliseconds; NaN if none was
 * @param poolPendingMax the most threads that were seen waiting for one
 * @param listenDrops connections that the kernel dropped; of the whole machine
 * @param cacheLoads loads of all caches, whether they failed or not
 * @param tierHits values that the shared tier had, each of which spared a load
 */
public record Counted(long requests, long poolUses, double poolAcquire, double poolUsage, long poolPendingMax,
		long listenDrops, long cacheLoads, long tierHits) {
}
