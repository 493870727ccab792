package dev.yoil.bench;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * A cache as the benchmarks use it. A forked JVM has only one, so that the calls through
 * this interface cost every cache the same: next to nothing.
 */
interface Subject {

	/**
	 * How many entries each cache may hold.
	 */
	int CAPACITY = 10_000;

	/**
	 * The time to live and the time to idle of each cache that has them.
	 */
	int SECONDS = 200;

	@Nullable Object get(Object key);

	@Nullable Object get(Object key, Callable<Object> loader);

	void put(Object key, Object value);

	/**
	 * Takes out what a cache without a capacity must lose instead of evicting it.
	 */
	default void makeRoom(Object key) {
		// The others evict something themselves.
	}

}
