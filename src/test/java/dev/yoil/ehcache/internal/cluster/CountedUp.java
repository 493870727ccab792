package dev.yoil.ehcache.internal.cluster;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import dev.yoil.ehcache.internal.cluster.CheckedNode.Answer;
import org.jspecify.annotations.Nullable;

/**
 * The history of a counter. Thread-safe.
 */
final class CountedUp {

	/** More than anybody counts to. */
	private static final int MOST = 200_000;

	/** When the change to each value had returned, by {@link System#nanoTime()}. */
	private final AtomicLongArray returned = new AtomicLongArray(MOST);

	private final AtomicLong latest = new AtomicLong();

	private volatile @Nullable Answer last;

	void note(Answer counted) {
		this.returned.set((int) counted.value(), counted.time());
		this.latest.accumulateAndGet(counted.value(), Math::max);
		this.last = counted;
	}

	/**
	 * Returns some change of the latest; {@code null} if there was none.
	 */
	@Nullable Answer last() {
		return this.last;
	}

	long changes() {
		return this.latest.get();
	}

	/**
	 * Returns for how many nanoseconds there had been a newer value when this one was
	 * looked up; less than zero if there was none.
	 */
	long age(Answer read) {
		long age = -1;
		long end = this.latest.get();
		for (long newer = read.value() + 1; newer <= end; newer++) {
			long time = this.returned.get((int) newer);
			// Whoever made that change may not have noted it yet, or never heard of it.
			if (time != 0) {
				age = Math.max(age, read.time() - time);
			}
		}
		return age;
	}

}
