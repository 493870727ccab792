package dev.yoil.ehcache.internal.cluster;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import dev.yoil.ehcache.internal.cluster.CheckedNode.Response;
import org.jspecify.annotations.Nullable;

/**
 * The history of a counter. Thread-safe.
 */
final class CountedUp {

	/** More than any counter reaches. */
	private static final int MOST = 200_000;

	/** The time after the commit of each value, by {@link System#nanoTime()}. */
	private final AtomicLongArray returned = new AtomicLongArray(MOST);

	private final AtomicLong latest = new AtomicLong();

	private volatile @Nullable Response last;

	void note(Response counted) {
		this.returned.set((int) counted.value(), counted.time());
		this.latest.accumulateAndGet(counted.value(), Math::max);
		this.last = counted;
	}

	/**
	 * Returns one of the latest changes; {@code null} if there is none.
	 */
	@Nullable Response last() {
		return this.last;
	}

	long changes() {
		return this.latest.get();
	}

	/**
	 * Returns the age in nanoseconds of the next newer value at the time of the lookup;
	 * negative if there was none.
	 */
	long age(Response read) {
		long age = -1;
		long end = this.latest.get();
		for (long newer = read.value() + 1; newer <= end; newer++) {
			long time = this.returned.get((int) newer);
			// The writer may not have noted the change yet, or received no response.
			if (time != 0) {
				age = Math.max(age, read.time() - time);
			}
		}
		return age;
	}

}
