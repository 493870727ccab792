package dev.yoil.lab.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Second;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests that ended. For one thread at a time, which hands it on by a queue.
 */
final class Tally {

	private static final int DIGITS = 3;

	private static final double MICROS_PER_MILLI = 1000;

	private final int second;

	private final Histogram micros = new Histogram(DIGITS);

	private final Map<String, Long> errors = new TreeMap<>();

	private long good;

	private int users;

	/**
	 * Creates it with nothing in it.
	 * @param second which one it is of, from 0
	 */
	Tally(int second) {
		this.second = second;
	}

	/**
	 * Counts a request.
	 * @param error what was wrong; null if nothing was
	 * @param took in microseconds
	 */
	void count(@Nullable String error, long took) {
		this.micros.recordValue(took);
		if (error == null) {
			this.good++;
		}
		else {
			this.errors.merge(error, 1L, Long::sum);
		}
	}

	/**
	 * Notes how many users there were at the end.
	 * @param users how many
	 */
	void users(int users) {
		this.users = users;
	}

	/**
	 * Adds all that another one counted, and its users to these.
	 * @param other stays as it is
	 */
	void add(Tally other) {
		addRequests(other);
		this.users += other.users;
	}

	/**
	 * Adds the requests that another one counted.
	 * @param other stays as it is
	 */
	void addRequests(Tally other) {
		this.micros.add(other.micros);
		this.good += other.good;
		other.errors.forEach((kind, count) -> this.errors.merge(kind, count, Long::sum));
	}

	/**
	 * Tells which second it is of.
	 * @return from 0
	 */
	int second() {
		return this.second;
	}

	/**
	 * Tells what was counted.
	 * @return does not change any more
	 */
	Second toSecond() {
		return new Second(this.second, this.users, this.good, Collections.unmodifiableMap(new TreeMap<>(this.errors)),
				latency());
	}

	private Latency latency() {
		long count = this.micros.getTotalCount();
		if (count == 0) {
			return Latency.NONE;
		}
		return new Latency(count, this.micros.getMean() / MICROS_PER_MILLI, percentile(50), percentile(90),
				percentile(95), percentile(99), this.micros.getMaxValue() / MICROS_PER_MILLI);
	}

	private double percentile(double percentile) {
		return this.micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
	}

}
