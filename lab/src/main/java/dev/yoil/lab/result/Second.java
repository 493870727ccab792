package dev.yoil.lab.result;

import java.util.Map;

/**
 * What users met in one second, or in all seconds of a load. A request counts in the
 * second in which it ended.
 *
 * @param second since the load began, from 0
 * @param users how many there were at its end
 * @param good how many answers were as they should be: status 200 to 399, within the
 * limit
 * @param errors how many were not, by kind: {@code 503} for a status, {@code too slow},
 * {@code no answer} (given up after the timeout), {@code no connection},
 * {@code connection closed}, or what else it was; sorted, without zeros
 * @param latency of all that ended
 */
public record Second(int second, int users, long good, Map<String, Long> errors, Latency latency) {

	/**
	 * Counts all errors.
	 * @return the sum of all kinds
	 */
	public long allErrors() {
		return this.errors.values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * Counts all requests that ended.
	 * @return good ones and errors
	 */
	public long requests() {
		return this.good + allErrors();
	}

}
