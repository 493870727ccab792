package dev.yoil.lab.result;

/**
 * Latencies in milliseconds, from the intended start of a request to the last byte of its
 * answer, of all requests that ended, errors included. All zero without requests.
 *
 * @param count number of requests
 * @param mean the mean
 * @param p50 the median
 * @param p90 the 90th percentile
 * @param p95 the 95th percentile
 * @param p99 the 99th percentile
 * @param max the longest
 */
public record Latency(long count, double mean, double p50, double p90, double p95, double p99, double max) {

	/** The latency of no request. */
	public static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

}
