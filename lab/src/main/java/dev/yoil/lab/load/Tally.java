package dev.yoil.lab.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Second;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counters of requests that ended in one second. Not thread-safe.
 */
final class Tally {

	private static final int DIGITS = 3;

	private static final double MICROS_PER_MILLI = 1000;

	private final int second;

	private final Histogram micros = new Histogram(DIGITS);

	private final Map<String, Long> errors = new TreeMap<>();

	private long good;

	private int users;

	Tally(int second) {
		this.second = second;
	}

	/** Counts a request; error is null for a good answer, time is in microseconds. */
	void count(@Nullable String error, long took) {
		this.micros.recordValue(took);
		if (error == null) {
			this.good++;
		}
		else {
			this.errors.merge(error, 1L, Long::sum);
		}
	}

	void users(int users) {
		this.users = users;
	}

	/** Adds the requests and users of another tally. */
	void add(Tally other) {
		addRequests(other);
		this.users += other.users;
	}

	/** Adds the requests of another tally. */
	void addRequests(Tally other) {
		this.micros.add(other.micros);
		this.good += other.good;
		other.errors.forEach((kind, count) -> this.errors.merge(kind, count, Long::sum));
	}

	int second() {
		return this.second;
	}

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
