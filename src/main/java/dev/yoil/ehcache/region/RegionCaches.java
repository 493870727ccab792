package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What an instance holds of regions, in whichever cache, and forgets as one: a load that
 * begins meanwhile waits until nothing is left that it could find and that is about to
 * go. Thread-safe.
 */
final class RegionCaches {

	private final List<Consumer<Set<String>>> caches = new CopyOnWriteArrayList<>();

	private final List<Forgetting> running = new CopyOnWriteArrayList<>();

	private final long longestNanos;

	/**
	 * Creates those of an instance.
	 * @param longest for how long anybody waits: more than it takes to forget, which may
	 * be waiting for who waits here
	 */
	RegionCaches(Duration longest) {
		this.longestNanos = longest.toNanos();
	}

	void add(Consumer<Set<String>> cache) {
		this.caches.add(cache);
	}

	void forget(Set<String> regions) {
		if (regions.isEmpty()) {
			return;
		}
		Forgetting mine = new Forgetting(regions, Thread.currentThread(), new CountDownLatch(1));
		this.running.add(mine);
		try {
			this.caches.forEach((cache) -> cache.accept(regions));
		}
		finally {
			this.running.remove(mine);
			mine.end().countDown();
		}
	}

	/**
	 * Waits until what is being forgotten is.
	 * @param concerns tells whether that may be found by who waits
	 * @return {@code false} if it may still be
	 */
	boolean await(Predicate<Set<String>> concerns) {
		for (Forgetting other : this.running) {
			if (concerns.test(other.regions()) && !other.await(this.longestNanos)) {
				return false;
			}
		}
		return true;
	}

	private record Forgetting(Set<String> regions, Thread thread, CountDownLatch end) {

		boolean await(long nanos) {
			try {
				return this.thread != Thread.currentThread() && this.end.await(nanos, TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

	}

}
