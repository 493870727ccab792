package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

/**
 * How a load ended. Kept apart from a future's own failure, which would change the kind
 * of some exceptions and be taken for a caller's own.
 *
 * @param answer what all who wait get; {@code null} if they get the failure
 * @param failure why there is no answer
 */
record Outcome(@Nullable Answer answer, @Nullable LoadFailure failure) {

	Answer get() throws ExecutionException {
		if (this.answer == null) {
			throw new ExecutionException(reason());
		}
		return this.answer;
	}

	CompletableFuture<Answer> future() {
		return (this.answer != null) ? CompletableFuture.completedFuture(this.answer)
				: CompletableFuture.failedFuture(KeyedLoads.unwrapped(reason()));
	}

	/**
	 * Tells whether it is nothing to those who only waited: one of them loads instead.
	 */
	boolean isInterruption() {
		return this.answer == null && this.failure != null && this.failure.isInterruption();
	}

	private Throwable reason() {
		return (this.failure != null) ? this.failure.thrown() : new IllegalStateException("The load gave nothing");
	}

}
