package dev.yoil.bench;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * A cache under test. A forked JVM has only one implementation, so calls through this
 * interface cost nearly nothing.
 */
interface Subject {

	/** The capacity of each cache. */
	int CAPACITY = 10_000;

	/** The time to live and the time to idle of each cache that has them. */
	int SECONDS = 200;

	@Nullable Object get(Object key);

	@Nullable Object get(Object key, Callable<Object> loader);

	void put(Object key, Object value);

	/** Removes an entry from a cache without a capacity. */
	default void makeRoom(Object key) {
		// The others evict entries themselves.
	}

}
