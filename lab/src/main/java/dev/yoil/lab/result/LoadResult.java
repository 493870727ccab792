package dev.yoil.lab.result;

import java.util.List;
import java.util.Map;

/**
 * The measurements of a load.
 *
 * @param seconds each second
 * @param total of all seconds
 * @param targets totals by name of the target
 * @param took seconds from the first user to the end of the load
 * @param sent requests that ended or were in flight at the end
 * @param inFlight requests that had not ended
 * @param generatorCpu mean number of CPUs that the generator used
 */
public record LoadResult(List<Second> seconds, Second total, Map<String, Second> targets, double took, long sent,
		long inFlight, double generatorCpu) {

	/**
	 * Returns the mean rate of good answers.
	 * @return per second; zero if the load took no time
	 */
	public double tps() {
		return (this.took > 0) ? this.total.good() / this.took : 0;
	}

	/**
	 * Returns the good answers of the best second.
	 * @return zero without seconds
	 */
	public long peakTps() {
		return this.seconds.stream().mapToLong(Second::good).max().orElse(0);
	}

	/**
	 * Returns the share of errors in all requests that ended.
	 * @return from 0 to 1; zero without requests
	 */
	public double errorShare() {
		return (this.total.requests() > 0) ? (double) this.total.allErrors() / this.total.requests() : 0;
	}

}
