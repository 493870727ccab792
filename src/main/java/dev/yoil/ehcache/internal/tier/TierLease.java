package dev.yoil.ehcache.internal.tier;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** The answer of a second tier: a value, or the right to store one. Thread-safe. */
public interface TierLease {

	/** Neither a value nor a right: the caller loads and stores nothing here. */
	TierLease NONE = new TierLease() {
	};

	/**
	 * {@return the value; {@code null} if there is none and the caller has to load}
	 * @throws IllegalArgumentException if no instance stored the value under this key
	 */
	default byte @Nullable [] found() {
		return null;
	}

	/**
	 * Stores a loaded value, and replaces one that was found. Does not wait.
	 * @param timeToLive at least a millisecond
	 */
	default void store(byte[] value, Duration timeToLive) {
		// no right
	}

	/** Gives the right back, because nothing will be stored. Does not wait. */
	default void release() {
		// no right
	}

}
