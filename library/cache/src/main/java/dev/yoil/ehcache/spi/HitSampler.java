package dev.yoil.ehcache.spi;

import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A sampler of the hits of one cache, such as an audit. It receives the loader of the
 * caller, so it samples {@code get(key, loader)} only. The methods are called in the
 * thread of the hit, so they are fast and do not wait, throw or use the cache.
 * Thread-safe.
 */
public interface HitSampler {

	/** Samples nothing. */
	HitSampler NONE = new HitSampler() {
	};

	/**
	 * {@return whether the calling thread should offer its hit to {@link #isTaken}}
	 */
	default boolean isDue() {
		return false;
	}

	/**
	 * Offers a hit of a key whose value is due for a sample or for a refresh.
	 * @param loader loads the value, in the form in which Spring stores it. The result is
	 * not stored
	 * @param context captures the context of the calling thread for the loader
	 * @return whether the hit is a sample; then its value is not refreshed
	 */
	default boolean isTaken(Object key, Callable<Object> loader, Supplier<Executor> context) {
		return false;
	}

}
