package dev.yoil.support;

import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The acknowledged values of a counter that only grows. Each has a time, by
 * {@link System#nanoTime()}, from which every read must show it. Thread-safe.
 */
public final class CounterHistory {

	/** The times by value, the highest value first. */
	private final NavigableMap<Long, Long> shownFrom = new ConcurrentSkipListMap<>(Comparator.reverseOrder());

	public void note(long value, long nanos) {
		this.shownFrom.merge(value, nanos, (one, other) -> (one - other < 0) ? one : other);
	}

	/**
	 * Returns the least value that a read may show that begins at a time; 0 if it may
	 * show any.
	 */
	public long leastAt(long nanos) {
		for (Map.Entry<Long, Long> each : this.shownFrom.entrySet()) {
			if (nanos - each.getValue() >= 0) {
				return each.getKey();
			}
		}
		return 0;
	}

}
