package dev.yoil.ehcache.internal.tier;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A value that was found, or the right to store one. Thread-safe.
 */
public interface Claim {

	/** Neither a value nor a right: whoever gets it loads and keeps it. */
	Claim NONE = new Claim() {
	};

	/**
	 * {@return what was found; {@code null} if nothing was, and a load has to follow}
	 * @throws IllegalArgumentException if no instance stored it under this key
	 */
	default byte @Nullable [] found() {
		return null;
	}

	/**
	 * Stores what was loaded, also in place of what was found. Does not wait.
	 * @param timeToLive for how long, at least a millisecond
	 */
	default void store(byte[] value, Duration timeToLive) {
		// There is no right to do so.
	}

	/**
	 * Gives the right back, because nothing will be stored. Does not wait.
	 */
	default void release() {
		// Nor anything to give back.
	}

}
