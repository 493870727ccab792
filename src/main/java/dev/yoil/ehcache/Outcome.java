package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

/**
 * How a load ended for those who asked. Kept apart from a future's own failure, which
 * would change the kind of some exceptions and be taken for a caller's own.
 *
 * @param value what all get, in the form in which Spring stores it; {@code null} if they
 * get the failure
 * @param stale whether the value's time was over, and it is handed out because it could
 * not be loaded
 * @param failure why there is no value
 */
record Outcome(@Nullable Object value, boolean stale, @Nullable LoadFailure failure) {

	static Outcome of(Object value) {
		return new Outcome(value, false, null);
	}

	static Outcome failed(LoadFailure failure) {
		return new Outcome(null, false, failure);
	}

	Object get() throws ExecutionException {
		if (this.value == null) {
			throw new ExecutionException(reason());
		}
		return this.value;
	}

	CompletableFuture<Outcome> future() {
		return (this.value != null) ? CompletableFuture.completedFuture(this)
				: CompletableFuture.failedFuture(LoadFailure.unwrapped(reason()));
	}

	/**
	 * Tells whether it is nothing to those who only waited: one of them loads instead.
	 */
	boolean isInterruption() {
		return this.value == null && this.failure != null && this.failure.isInterruption();
	}

	private Throwable reason() {
		return (this.failure != null) ? this.failure.thrown() : new IllegalStateException("The load gave nothing");
	}

}
