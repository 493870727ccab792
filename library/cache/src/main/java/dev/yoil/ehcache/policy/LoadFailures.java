package dev.yoil.ehcache.policy;

import org.jspecify.annotations.Nullable;

/**
 * Tells which failed loads are an outage of the source, and which mean that the value no
 * longer exists. Declare one as a bean. It is asked for the exception of a load and for
 * its causes, the outermost first, until it knows one. If it knows none, the rules of the
 * library apply in the same order: I/O errors, timeouts, Spring's transient data access
 * exceptions and HTTP 5xx are an outage. An empty result of Spring's data access and most
 * of HTTP 4xx mean that the value is gone.
 * <p>
 * It is not asked after an {@link Error} or an interruption, which say nothing about the
 * value. Implementations must be thread-safe and fast. If this method throws, it knows
 * nothing of the exception.
 */
@FunctionalInterface
public interface LoadFailures {

	/**
	 * Classifies an exception.
	 * @param cache the name of the cache
	 * @param failure the exception of a load, or one of its causes
	 * @return {@code null} if it is not known
	 */
	@Nullable Kind classify(String cache, Throwable failure);

	/** The meaning of a failed load for its value. */
	enum Kind {

		/**
		 * The source cannot be reached. The old value is served if the policy has
		 * {@code stale-if-error}, as after an exception that is not known.
		 */
		UNAVAILABLE,

		/** The value no longer exists. The old value is removed and never served. */
		GONE

	}

}
