package dev.yoil.ehcache;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * How a wait for another's load ended, of a caller who had no loader at hand. Whoever
 * goes on with a loader gets the same, so that nobody waits twice.
 *
 * @param cache of which cache
 * @param key of which key
 * @param asked when the caller began to wait, in nanoseconds of an arbitrary origin
 * @param nanos for how many nanoseconds it waited
 * @param outcome how the load ended; {@code null} if the wait ended before
 * @param thrown why it did, which is an {@link InterruptedException} or a
 * {@link LoadTimeoutException}
 */
record EndedWait(Cache cache, Object key, long asked, long nanos, @Nullable Outcome outcome,
		@Nullable Exception thrown) {

	boolean isOf(Cache asked, Object wanted) {
		return this.cache == asked && this.key.equals(wanted);
	}

	/**
	 * {@return how the load ended}
	 * @throws InterruptedException if the caller was interrupted while it waited
	 * @throws LoadTimeoutException if the load took too long
	 */
	Outcome get() throws InterruptedException {
		if (this.thrown instanceof InterruptedException interruption) {
			throw interruption;
		}
		if (this.thrown instanceof LoadTimeoutException late) {
			throw late;
		}
		return Objects.requireNonNull(this.outcome);
	}

}
