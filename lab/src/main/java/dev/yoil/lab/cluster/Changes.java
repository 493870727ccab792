package dev.yoil.lab.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

/**
 * The changes that not all instances have applied yet, and the delays of the others. A
 * change is known by a region and its version. Thread-safe.
 */
final class Changes {

	private static final double MICROS = 1_000;

	private final int instances;

	private final Map<Long, Change> open = new HashMap<>();

	private final Histogram delays = new Histogram(3);

	private boolean measuring;

	private long missing;

	Changes(int instances) {
		this.instances = instances;
	}

	/** Adds a change before its commit, which other instances may see first. */
	synchronized void begin(int region, long version, int author) {
		this.open.put(key(region, version), new Change(author, this.instances - 1));
	}

	/** Records the time at which the author learned of the commit. */
	synchronized void committed(int region, long version, long nanos) {
		Change change = this.open.get(key(region, version));
		if (change != null) {
			change.committed = nanos;
			change.isMeasured = this.measuring;
			this.missing += change.isMeasured ? 1 : 0;
			complete(region, version, change);
		}
	}

	/** Records that an instance applied a version, and with it all versions before. */
	synchronized void applied(int region, long before, long version, int instance, long nanos) {
		for (long each = before + 1; each <= version; each++) {
			Change change = this.open.get(key(region, each));
			if (change != null && change.author != instance) {
				change.left--;
				change.applied = nanos;
				complete(region, each, change);
			}
		}
	}

	private void complete(int region, long version, Change change) {
		if (change.left > 0 || change.committed == 0) {
			return;
		}
		this.open.remove(key(region, version));
		if (change.isMeasured) {
			this.delays.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(change.applied - change.committed)));
			this.missing--;
			if (this.missing == 0) {
				notifyAll();
			}
		}
	}

	/** Starts or ends the measurement: changes committed in between count. */
	synchronized void measure(boolean on) {
		this.measuring = on;
	}

	/** Waits until all measured changes are applied, at most for some time. */
	synchronized void awaitApplied(long millis) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		long left = millis;
		while (this.missing > 0 && left > 0) {
			wait(left);
			left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
		}
	}

	/** Returns a percentile of the delays in milliseconds; NaN without changes. */
	synchronized double delay(double percentile) {
		return (this.delays.getTotalCount() > 0) ? this.delays.getValueAtPercentile(percentile) / MICROS : Double.NaN;
	}

	synchronized long applied() {
		return this.delays.getTotalCount();
	}

	synchronized long missing() {
		return this.missing;
	}

	private static long key(int region, long version) {
		return ((long) region << Integer.SIZE) | version;
	}

	private static final class Change {

		private final int author;

		private int left;

		private long committed;

		private long applied;

		private boolean isMeasured;

		Change(int author, int left) {
			this.author = author;
			this.left = left;
		}

	}

}
