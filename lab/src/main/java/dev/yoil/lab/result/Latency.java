package dev.yoil.lab.result;

/**
 * How long answers took, in milliseconds, from the instant at which a user wanted to ask
 * until the last byte: of all requests that ended, those that are errors too. All zero if
 * there was none.
 *
 * @param count how many
 * @param mean the mean
 * @param p50 the median
 * @param p90 90 % took no longer
 * @param p95 95 % took no longer
 * @param p99 99 % took no longer
 * @param max the longest
 */
public record Latency(long count, double mean, double p50, double p90, double p95, double p99, double max) {

	/** Of no request. */
	public static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

}
