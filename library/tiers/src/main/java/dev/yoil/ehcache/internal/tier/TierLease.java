package dev.yoil.ehcache.internal.tier;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** The answer of a shared tier: a value, or the right to store one. Thread-safe. */
public interface TierLease {

	/** No value and no right: the caller loads, and stores nothing. */
	TierLease NONE = new TierLease() {
	};

	/**
	 * {@return the value; {@code null} if there is none and the caller has to load}
	 * @throws IllegalArgumentException if the value is not signed for this key
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

	/**
	 * Removes what was found, because a later value is loaded that cannot be stored.
	 * Returns the right. Does not wait.
	 */
	default void remove() {
		// no right
	}

	/** Returns the right without storing a value. Does not wait. */
	default void release() {
		// no right
	}

}
