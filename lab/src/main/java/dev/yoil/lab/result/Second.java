package dev.yoil.lab.result;

import java.util.Map;

/**
 * The requests that ended in one second, or in a whole load.
 *
 * @param second since the load began, from 0
 * @param users their number at its end
 * @param good answers of status 200 to 399 within the limit
 * @param errors by kind, sorted, without zeros: a status such as {@code 503},
 * {@code too slow}, {@code no answer} (given up after the timeout),
 * {@code no connection}, {@code connection closed}, or another text
 * @param latency of all requests that ended
 */
public record Second(int second, int users, long good, Map<String, Long> errors, Latency latency) {

	/**
	 * Returns the number of errors of all kinds.
	 * @return the sum
	 */
	public long allErrors() {
		return this.errors.values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * Returns the number of requests that ended.
	 * @return good answers and errors
	 */
	public long requests() {
		return this.good + allErrors();
	}

}
