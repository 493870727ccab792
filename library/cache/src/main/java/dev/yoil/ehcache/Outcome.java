package dev.yoil.ehcache;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.failure.Causes;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;

/**
 * The result of a load: a value or an exception. A future that failed would change the
 * type of some exceptions.
 *
 * @param value the value in the form in which Spring stores it; {@code null} if the load
 * failed
 * @param stale whether the value is past its time, and served because it could not be
 * loaded
 * @param thrown what the load threw; {@code null} if it did not fail
 * @param interrupted whether the loading thread was interrupted
 */
record Outcome(@Nullable Object value, boolean stale, @Nullable Throwable thrown, boolean interrupted) {

	/** The end of a caller's patience before the end of the load. */
	static final Outcome LATE = new Outcome(null, false, null, false);

	static Outcome of(Object value, boolean stale) {
		return new Outcome(value, stale, null, false);
	}

	/**
	 * Returns the failure of a load that the calling thread ran. Drivers and pools wrap
	 * an {@link InterruptedException}, but leave the thread's interrupt flag set.
	 */
	static Outcome failed(Throwable thrown) {
		boolean interrupted = Thread.currentThread().isInterrupted()
				|| withoutWrappers(thrown) instanceof InterruptedException;
		return new Outcome(null, false, thrown, interrupted);
	}

	/**
	 * {@return the value that is served instead of this failure; a stale one keeps the
	 * failure}
	 * @param instead the value; {@code null} for none
	 */
	Outcome orInstead(@Nullable Outcome instead) {
		if (instead == null) {
			return this;
		}
		return instead.stale ? new Outcome(instead.value, true, this.thrown, false) : instead;
	}

	/**
	 * {@return the outcome for a caller that has seen a newer value: the failure behind
	 * an old value}
	 * @param late the failure if the load has not ended
	 */
	Outcome withoutStale(Supplier<? extends RuntimeException> late) {
		return this.stale ? new Outcome(null, false, (this.thrown != null) ? this.thrown : late.get(), false) : this;
	}

	CompletableFuture<Outcome> future() {
		return (this.value != null || this.thrown == null) ? CompletableFuture.completedFuture(this)
				: CompletableFuture.failedFuture(unwrapped(this.thrown));
	}

	boolean isLate() {
		return this.value == null && this.thrown == null;
	}

	/**
	 * Tells whether the load failed by interruption alone. This says nothing about the
	 * source, so a caller that waited loads instead.
	 */
	boolean isInterruption() {
		return this.interrupted && !isError();
	}

	/**
	 * Tells whether an {@link Error} was thrown or is a cause: Spring wraps an error that
	 * prevents a transaction in an exception.
	 */
	boolean isError() {
		return this.thrown != null && Causes.of(this.thrown).stream().anyMatch(Error.class::isInstance);
	}

	/**
	 * {@return what the source threw, without the wrappers of Spring and of futures}
	 */
	@Nullable Throwable reason() {
		return (this.thrown != null) ? withoutWrappers(this.thrown) : null;
	}

	/**
	 * Restores the interrupt flag of the calling thread if it has thrown an
	 * {@link InterruptedException}.
	 */
	static void restoreInterrupt(Throwable thrown) {
		if (thrown instanceof InterruptedException
				|| (thrown instanceof ThrowableWrapper && Causes.cause(thrown) instanceof InterruptedException)) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Removes the wrapper in which Spring passes the exception of an annotated method
	 * through the loader. Spring does not look for it in a future.
	 */
	static Throwable unwrapped(Throwable failure) {
		boolean wrapper = failure instanceof CompletionException || failure instanceof ThrowableWrapper;
		return wrapper ? Objects.requireNonNullElse(Causes.cause(failure), failure) : failure;
	}

	private static Throwable withoutWrappers(Throwable thrown) {
		return Causes.of(thrown)
			.stream()
			.filter(Predicate.not(Outcome::isWrapper))
			.findFirst()
			.orElseGet(() -> Causes.root(thrown));
	}

	private static boolean isWrapper(Throwable thrown) {
		return thrown instanceof ThrowableWrapper || thrown instanceof CompletionException
				|| thrown instanceof ExecutionException || thrown instanceof ValueRetrievalException;
	}

}
