package dev.yoil.ehcache;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether a key was written since some moment, without remembering who asked: loads
 * that are never heard of again leave nothing behind. Keys share counters, so a write to
 * one may look like one to another, never the other way round. Thread-safe.
 * <p>
 * Writes count only from the first stamp on, so that caches without such loads are spared
 * them: a write that did not see anybody ask is over before that one reads.
 */
final class WriteStamps {

	/** A power of two. */
	private static final int COUNTERS = 64;

	private volatile Counter @Nullable [] counters;

	/**
	 * {@return what {@link #ifUnwritten} takes, to be asked for before the value is read}
	 */
	long stamp(Object key) {
		Counter[] all = this.counters;
		return ((all != null) ? all : created())[slot(key)].writes();
	}

	private synchronized Counter[] created() {
		Counter[] all = this.counters;
		if (all == null) {
			all = Stream.generate(Counter::new).limit(COUNTERS).toArray(Counter[]::new);
			this.counters = all;
		}
		return all;
	}

	void written(Object key) {
		Counter[] all = this.counters;
		if (all != null) {
			all[slot(key)].increment();
		}
	}

	/** Counts a write of any number of keys. */
	void allWritten() {
		Counter[] all = this.counters;
		if (all != null) {
			for (Counter counter : all) {
				counter.increment();
			}
		}
	}

	/**
	 * Does something with a key unless it was written since its stamp was given. A write
	 * that comes meanwhile waits for the action, and then overrides it.
	 * @return whether it was done
	 */
	boolean ifUnwritten(Object key, long stamp, Runnable action) {
		Counter[] all = this.counters;
		return all != null && all[slot(key)].ifStill(stamp, action);
	}

	private static int slot(Object key) {
		int hash = key.hashCode() * 0x9E3779B9;
		return (hash >>> 16) & (COUNTERS - 1);
	}

	private static final class Counter {

		private long writes;

		synchronized long writes() {
			return this.writes;
		}

		synchronized void increment() {
			this.writes++;
		}

		synchronized boolean ifStill(long stamp, Runnable action) {
			if (this.writes == stamp) {
				action.run();
				return true;
			}
			return false;
		}

	}

}
