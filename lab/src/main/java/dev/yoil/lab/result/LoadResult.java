package dev.yoil.lab.result;

import java.util.List;
import java.util.Map;

/**
 * What a load was and what its users met.
 *
 * @param seconds each second of it; {@code users} in them is how many there were
 * @param total of all seconds
 * @param targets the same for each target, by its name
 * @param took in seconds, from the first user until the load was over
 * @param sent how many requests were sent: those that ended and those in flight
 * @param inFlight how many had not ended when the load was over
 * @param generatorCpu how many processors the generator used in the mean
 */
public record LoadResult(List<Second> seconds, Second total, Map<String, Second> targets, double took, long sent,
		long inFlight, double generatorCpu) {

	/**
	 * Tells how many good answers there were in a second, in the mean.
	 * @return per second; zero if it took no time
	 */
	public double tps() {
		return (this.took > 0) ? this.total.good() / this.took : 0;
	}

	/**
	 * Tells how many good answers the best second had.
	 * @return zero without any second
	 */
	public long peakTps() {
		return this.seconds.stream().mapToLong(Second::good).max().orElse(0);
	}

	/**
	 * Tells which share of the requests that ended were errors.
	 * @return from 0 to 1; zero if none ended
	 */
	public double errorShare() {
		return (this.total.requests() > 0) ? (double) this.total.allErrors() / this.total.requests() : 0;
	}

}
