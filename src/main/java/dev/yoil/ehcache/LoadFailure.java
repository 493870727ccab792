package dev.yoil.ehcache;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;

/**
 * Why a load gave no value.
 *
 * @param thrown what the callers are given
 */
record LoadFailure(Throwable thrown) {

	/** Causes may go round in a circle. */
	private static final int DEEPEST = 100;

	/**
	 * Returns what went wrong, without what merely carries it: out of an annotated
	 * method, a future, or a load within the load.
	 */
	Throwable reason() {
		Throwable reason = this.thrown;
		for (int i = 0; i < DEEPEST && isCarrier(reason) && reason.getCause() != null; i++) {
			reason = reason.getCause();
		}
		return reason;
	}

	/**
	 * Tells whether it is an {@link Error}, or an exception that was made of one: Spring
	 * makes one of whatever keeps a transaction from beginning.
	 */
	boolean isError() {
		Throwable thrown = this.thrown;
		for (int i = 0; i < DEEPEST && thrown != null; i++) {
			if (thrown instanceof Error) {
				return true;
			}
			thrown = thrown.getCause();
		}
		return false;
	}

	private static boolean isCarrier(Throwable thrown) {
		return thrown instanceof ThrowableWrapper || thrown instanceof CompletionException
				|| thrown instanceof ExecutionException || thrown instanceof ValueRetrievalException;
	}

}
