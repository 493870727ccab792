package dev.yoil.ehcache.internal.inspect;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

import org.jspecify.annotations.Nullable;

/**
 * The times of the latest 1,000 loads, 8 KB per cache. Thread-safe without locks.
 */
final class RecentLoads {

	private static final int KEPT = 1_000;

	private final AtomicLongArray nanos = new AtomicLongArray(KEPT);

	private final AtomicLong count = new AtomicLong();

	void add(long time) {
		this.nanos.set((int) (this.count.getAndIncrement() % KEPT), time);
	}

	/** Returns how many loads were added so far. */
	long count() {
		return this.count.get();
	}

	/**
	 * Returns the times of the loads that were added after some; {@code null} for none.
	 */
	@Nullable LoadTimes timesSince(long first) {
		long end = this.count.get();
		int kept = (int) Math.min(KEPT, end - first);
		if (kept == 0) {
			return null;
		}
		long[] sorted = LongStream.range(end - kept, end)
			.map((number) -> this.nanos.get((int) (number % KEPT)))
			.sorted()
			.toArray();
		return new LoadTimes(millis(sorted, 50), millis(sorted, 95), millis(sorted, 99));
	}

	private static double millis(long[] sorted, int percentile) {
		return sorted[(sorted.length * percentile + 99) / 100 - 1] / 1e6;
	}

}
