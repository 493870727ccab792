package dev.yoil.lab.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * The latencies of the requests of each second. Thread-safe.
 */
final class Latencies {

	private final List<Second> seconds = new ArrayList<>();

	private final List<Long> current = new ArrayList<>();

	private long failed;

	synchronized void add(long nanos) {
		this.current.add(nanos);
	}

	synchronized void failed() {
		this.failed++;
	}

	/**
	 * Ends a second.
	 * @param old values that were shown, and older than the last acknowledged write
	 */
	synchronized void tick(long old) {
		this.current.sort(null);
		int size = this.current.size();
		this.seconds.add(new Second(size, this.failed, old, (size == 0) ? Double.NaN : this.current.get(size / 2) / 1e6,
				(size == 0) ? Double.NaN : this.current.get(size - 1) / 1e6));
		this.current.clear();
		this.failed = 0;
	}

	synchronized List<Second> seconds() {
		return List.copyOf(this.seconds);
	}

	/**
	 * A second.
	 *
	 * @param answers their number
	 * @param failed requests without a good answer
	 * @param old values that were shown after a newer one was acknowledged
	 * @param median in milliseconds
	 * @param longest in milliseconds
	 */
	record Second(long answers, long failed, long old, double median, double longest) {
	}

}
