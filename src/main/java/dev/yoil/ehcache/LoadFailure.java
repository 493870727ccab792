package dev.yoil.ehcache;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;

/**
 * Why a load gave no value.
 *
 * @param thrown what the callers are given
 * @param interrupted whether somebody wanted the loading thread to stop, which says
 * nothing of the source
 */
record LoadFailure(Throwable thrown, boolean interrupted) {

	/** Causes may go round in a circle. */
	private static final int DEEPEST = 100;

	/**
	 * Creates a failure of the calling thread. Drivers and pools wrap what they are
	 * interrupted with, but leave the thread its interruption.
	 */
	static LoadFailure of(Throwable thrown) {
		boolean interrupted = Thread.currentThread().isInterrupted()
				|| withoutCarriers(thrown) instanceof InterruptedException;
		return new LoadFailure(thrown, interrupted);
	}

	/**
	 * Gives the calling thread its interruption back if it has thrown that.
	 */
	static void keepInterruption(Throwable thrown) {
		if (thrown instanceof InterruptedException
				|| (thrown instanceof ThrowableWrapper && thrown.getCause() instanceof InterruptedException)) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Returns what went wrong, without what merely carries it: out of an annotated
	 * method, a future, or a load within the load.
	 */
	Throwable reason() {
		return withoutCarriers(this.thrown);
	}

	/**
	 * Spring wraps what an annotated method throws to carry it through the loader, and
	 * does not look for that wrapper in a future.
	 */
	static Throwable unwrapped(Throwable failure) {
		return ((failure instanceof CompletionException || failure instanceof ThrowableWrapper)
				&& failure.getCause() != null) ? failure.getCause() : failure;
	}

	private static Throwable withoutCarriers(Throwable thrown) {
		Throwable reason = thrown;
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

	/**
	 * Tells whether nothing is known of the source, so that another may load instead.
	 */
	boolean isInterruption() {
		return this.interrupted && !isError();
	}

	private static boolean isCarrier(Throwable thrown) {
		return thrown instanceof ThrowableWrapper || thrown instanceof CompletionException
				|| thrown instanceof ExecutionException || thrown instanceof ValueRetrievalException;
	}

}
